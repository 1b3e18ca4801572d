import type { EngineFixture } from '../../../../test/support/engine-fixture.js';
import {
  type OperatorFixture,
  type OpsOutcome,
  openOperatorFixture,
} from '../../../../test/support/operator-fixture.js';

interface Page {
  readonly log: string;
  readonly head_seq: number;
  readonly events: readonly { seq: number }[];
}

describe('commands on events and webhooks', () => {
  let fixture: EngineFixture;
  let operator: OperatorFixture;

  beforeAll(async () => {
    operator = await openOperatorFixture();
    fixture = operator.engine;
  });
  afterAll(() => operator?.close());

  const ops = (line: string): Promise<OpsOutcome> => operator.ops(line);

  it('shows the events of an agent, from the last ones back or after a seq', async () => {
    const { agentId } = await fixture.wallet();
    await fixture.accept(await fixture.intent(agentId));
    const show = async (options: string): Promise<{ headSeq: number; seqs: number[] }> => {
      const { code, out } = await ops(`events show ${agentId} --json ${options}`.trim());
      expect(code).toBe(0);
      const { log, head_seq: headSeq, events } = JSON.parse(out) as Page;
      expect(log).toBe(`agent:${agentId}`);
      return { headSeq, seqs: events.map(({ seq }) => seq) };
    };
    const { headSeq, seqs } = await show('');
    expect(seqs).toEqual(Array.from({ length: headSeq }, (_, index) => index + 1));
    expect((await show('--limit 1')).seqs).toEqual([headSeq]);
    expect((await show('--after 0 --limit 1')).seqs).toEqual([1]);
    expect(await ops(`events show ${agentId} --after -1`)).toMatchObject({ code: 2 });
    expect(await ops('events show agent:wrong')).toMatchObject({ code: 2 });
  });

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
