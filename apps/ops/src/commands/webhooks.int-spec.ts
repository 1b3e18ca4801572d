import type { EngineFixture } from '../../../../test/support/engine-fixture.js';
import {
  type OperatorFixture,
  type OpsOutcome,
  openOperatorFixture,
} from '../../../../test/support/operator-fixture.js';

describe('commands on webhooks', () => {
  let fixture: EngineFixture;
  let operator: OperatorFixture;

  beforeAll(async () => {
    operator = await openOperatorFixture();
    fixture = operator.engine;
  });
  afterAll(() => operator?.close());

  const ops = (line: string): Promise<OpsOutcome> => operator.ops(line);

  it('lists a paused webhook without the path of its URL, and resumes it', async () => {
    await fixture.database.query(
      `INSERT INTO webhooks (id, url, secret, status, failures, failure, response_status, failing_since)
       VALUES ('webhook_ops', 'https://example.com/a-token', '', 'paused', 9, 'status', 500, now() - interval '3 days')`,
    );
    const { out } = await ops('webhooks list');
    const line = out.split('\n').find((one) => one.includes('webhook_ops'));
    expect(line).toMatch(/https:\/\/example\.com .*paused .*9 .*status 500/);
    expect(line).not.toContain('a-token');
    expect(await ops('webhooks resume webhook_ops')).toMatchObject({ code: 0 });
    expect(
      await fixture.database.query(
        `SELECT status, failures, failing_since AS since FROM webhooks WHERE id = 'webhook_ops'`,
      ),
    ).toEqual([{ status: 'active', failures: 0, since: null }]);
  });
});
