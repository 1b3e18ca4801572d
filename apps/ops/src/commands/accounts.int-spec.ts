import {
  type OperatorFixture,
  type OpsOutcome,
  openOperatorFixture,
} from '../../../../test/support/operator-fixture.js';

describe('commands on accounts', () => {
  let operator: OperatorFixture;

  beforeAll(async () => {
    operator = await openOperatorFixture();
  });
  afterAll(() => operator?.close());

  const ops = (line: string): Promise<OpsOutcome> => operator.ops(line);

  it('shows the limits of an account before it has agents', async () => {
    await ops('accounts create empty');
    expect((await ops('accounts budget empty')).out).toContain('(none)');
    await ops('accounts limits empty --daily 500 --exposure 70.5');
    expect((await ops('accounts budget empty')).out).toMatch(
      /daily_limit +500 +0 +0 +500 +-\nopen_exposure_limit +70\.5 +0 +0 +70\.5 +-\n/,
    );
  });

  it('lists keys with their accounts', async () => {
    await ops('accounts create owner');
    await ops('keys create --account owner --scope read --note theirs');
    await ops('keys create --scope operator --note ours');
    const { out } = await ops('keys list');
    expect(out).toMatch(/^KEY +ACCOUNT +AGENTS /);
    expect(out).toMatch(/^[0-9a-f]{12} +owner +all +read .* theirs$/m);
    expect(out).toMatch(/^[0-9a-f]{12} +- +all +operator .* ours$/m);
  });
});
