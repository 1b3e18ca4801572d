import { isClean, restartProcesses, ROLLING_SETTINGS } from '../rolling-restart/rolling-restart.js';
import { startStack } from '../../support/index.js';
import { useProduct } from '../support/product.js';

describe('rolling restarts', () => {
  const product = useProduct(() => startStack({ apis: 2, workers: 2, env: ROLLING_SETTINGS }));

  it('drop no request, and every accepted execution is executed once', async () => {
    const report = await restartProcesses(product.stack, 3, () => undefined);
    expect(report).toMatchObject({
      restarts: 3,
      unclean: [],
      tally: { dropped: 0, refused: 0, serverErrors: new Map() },
    });
    expect(isClean(report)).toBe(true);
    expect(report.tally.answered).toBeGreaterThan(100);
  });
});
