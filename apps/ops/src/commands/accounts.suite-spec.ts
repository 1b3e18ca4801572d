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
});
