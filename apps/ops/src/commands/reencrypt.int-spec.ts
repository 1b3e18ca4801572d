import { Secret } from '@app/common';
import { newWebhookSecret, SecretBox } from '@app/events';
import { buildArming } from '../../../../test/support/accepted-execution.js';
import { type OperatorFixture, openOperatorFixture } from '../../../../test/support/operator-fixture.js';

const [OLD, NEW] = [new Secret('02'.repeat(32)), new Secret('03'.repeat(32))];
const KEYS = { WEBHOOK_KEY: NEW.reveal(), WEBHOOK_KEY_PREVIOUS: OLD.reveal() };

describe('keys reencrypt', () => {
  let operator: OperatorFixture;

  beforeAll(async () => {
    operator = await openOperatorFixture(KEYS);
  });
  afterAll(() => operator?.close());

  const query = (sql: string, values: readonly (string | Buffer | null)[] = []) =>
    operator.engine.database.query(sql, values);

  async function reencrypt(options = ''): Promise<{ code: number; data: unknown; out: string }> {
    const { code, out } = await operator.ops(`keys reencrypt --json ${options}`.trim());
    return { code, out, data: code === 2 ? null : JSON.parse(out) };
  }

  it('encrypts secrets of the previous key anew, also those of a rotation, and repeats without effect', async () => {
    const secrets = ['a', 'b', 'c'].map((id) => ({ id: `webhook_${id}`, secret: newWebhookSecret() }));
    const [oldBox, newBox] = [new SecretBox([OLD]), new SecretBox([NEW])];
    for (const { id, secret } of secrets) {
      const box = id === 'webhook_c' ? newBox : oldBox;
      await query(
        `INSERT INTO webhooks (id, url, secret, previous_secret, previous_secret_until)
         VALUES ($1, 'https://example.com', $2, $3, now() + interval '1 day')`,
        [id, box.seal(secret, id), id === 'webhook_a' ? null : oldBox.seal(secret, id)],
      );
    }
    const result = await reencrypt();
    expect(result).toMatchObject({ code: 0, data: { webhooks: { count: 3, renewed: 3, unreadable: 0 } } });
    const rows = await operator.engine.database.query<{ id: string; secret: Buffer; previous: Buffer | null }>(
      'SELECT id, secret, previous_secret AS previous FROM webhooks ORDER BY id',
    );
    for (const [index, { id, secret }] of secrets.entries()) {
      const row = rows[index];
      expect(row === undefined ? null : newBox.open(row.secret, id)?.reveal()).toBe(secret.reveal());
      if (row?.previous) expect(newBox.open(row.previous, id)?.reveal()).toBe(secret.reveal());
    }
    expect(await reencrypt()).toMatchObject({ data: { webhooks: { count: 3, renewed: 0, unreadable: 0 } } });
    expect((await operator.ops('keys reencrypt')).out).toContain(
      'WEBHOOK_KEY_PREVIOUS: 0 of 3 secrets encrypted anew, may be removed',
    );
  });

  it('fails for a secret of neither key, which it leaves as it is', async () => {
    const sealed = new SecretBox([new Secret('04'.repeat(32))]).seal(newWebhookSecret(), 'webhook_lost');
    await query(`INSERT INTO webhooks (id, url, secret) VALUES ('webhook_lost', 'https://example.com', $1)`, [sealed]);
    expect(await reencrypt()).toMatchObject({ code: 1, data: { webhooks: { renewed: 0, unreadable: 1 } } });
    expect(await query(`SELECT secret FROM webhooks WHERE id = 'webhook_lost'`)).toEqual([{ secret: sealed }]);
    await query(`DELETE FROM webhooks WHERE id = 'webhook_lost'`);
  });

  it('names steps and passcodes from before the change until they end', async () => {
    const { agentId } = await operator.engine.wallet();
    const { executionId } = await operator.engine.accept(await operator.engine.intent(agentId));
    const { body, contractAddress } = buildArming(executionId, 'main');
    await query(`UPDATE executions SET status = 'broadcast' WHERE id = $1`, [executionId]);
    await query(
      `UPDATE execution_steps SET status = 'sent', armed_at = now() - interval '1 minute', policy_version = 1,
         seal = 's', deadline = '2100-01-01', body = $2, idempotency_key = gen_random_uuid(), armed_fence = 1,
         send_attempts = 1, last_sent_at = now(), contract_address = $3 WHERE execution_id = $1`,
      [executionId, body, contractAddress],
    );
    await query(
      `INSERT INTO agent_onboardings (id, agent_id, user_email, chain, wallet_provider, status, passcode_hash, origin, created_at,
         expires_at) VALUES ('agent_onboarding_1', $1, 'o@example.com', 'c', 'p', 'pending_otp', 'h', 'owner', now(), '2100-01-02')`,
      [agentId],
    );
    expect(await reencrypt()).toMatchObject({ code: 0, data: { steps: { count: 1 }, passcodes: { count: 1 } } });
    const { out } = await operator.ops('keys reencrypt');
    expect(out).toContain('STEP_SEAL_KEY_PREVIOUS: keep it for 1 armed steps, with deadlines until 2100-01-01T');
    expect(out).toContain('PASSCODE_KEY_PREVIOUS: keep it for 1 passcodes, valid until 2100-01-02T');
    const before = '--since 2026-01-01T00:00:00Z';
    expect(await reencrypt(before)).toMatchObject({ data: { steps: { count: 0 }, passcodes: { count: 0 } } });
    expect((await operator.ops(`keys reencrypt ${before}`)).out).toContain('STEP_SEAL_KEY_PREVIOUS: may be removed');
    expect(await reencrypt('--since yesterday')).toMatchObject({ code: 2 });
  });
});
