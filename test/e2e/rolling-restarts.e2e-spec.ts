import { isClean, restartProcesses, ROLLING_SETTINGS } from '../../tools/rolling-restart/rolling-restart.js';
import { startStack, type Stack } from '../support/index.js';

/** A short run of `npm run rolling-restarts`. */
describe('rolling restarts', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ apis: 2, workers: 2, env: ROLLING_SETTINGS });
  });
  afterAll(() => stack?.stop());

  it('drop no request, and every accepted execution happens once', async () => {
    const report = await restartProcesses(stack, 3, () => undefined);
    expect(report).toMatchObject({
      restarts: 3,
      unclean: [],
      tally: { dropped: 0, refused: 0, serverErrors: new Map() },
    });
    expect(isClean(report)).toBe(true);
    expect(report.tally.answered).toBeGreaterThan(100);
  });
});
