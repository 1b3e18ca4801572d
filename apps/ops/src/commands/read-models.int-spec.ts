import { type OperatorFixture, openOperatorFixture } from '../../../../test/support/operator-fixture.js';

describe('ops index show', () => {
  let operator: OperatorFixture;

  beforeAll(async () => {
    operator = await openOperatorFixture();
  });
  afterAll(() => operator?.close());

  it('shows the age of the indexed block, which tells a chain without new blocks', async () => {
    const show = async (): Promise<string> => (await operator.ops('index show')).out;
    expect(await show()).not.toMatch(/indexed block .* ago/);
    await operator.engine.database.query(
      `UPDATE chain_index SET block_number = 1983, block_hash = '0x', block_time = now() - interval '900 seconds',
         head_number = 1983, confirmations = 1, updated_at = now()`,
    );
    expect(await show()).toMatch(
      /^indexed block +1983, of 9\d\d s ago\n[^]*^blocks behind +0\n[^]*^worker active +no$/m,
    );
  });
});
