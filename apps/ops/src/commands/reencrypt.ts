import { SecretBox } from '@app/events';
import type { Database } from '@app/persistence';
import { defineCommand, type OpsContext, type OpsResult } from '../cli/command.js';
import { time } from '../cli/options.js';

const PAGE_SIZE = 500;

export const reencryptKeys = defineCommand({
  name: 'keys reencrypt',
  changes: true,
  define: (command, run) =>
    command
      .summary('Encrypt stored secrets with the new key, and tell which previous keys are still needed')
      .description(
        'Encrypts signing secrets of webhooks with WEBHOOK_KEY that WEBHOOK_KEY_PREVIOUS has encrypted, if both are set ' +
          'for this command. Tells for each previous key whether something made with it is still in use.\n\n' +
          'Run it after the last process has started with the new keys. It may be repeated.',
      )
      .option('--since <time>', 'when the last process with the old keys ended; by default now', time)
      .action((options) => run((context) => reencrypt(context, options.since ?? new Date()))),
});

/** Values from before a change of keys that are still in use, and when the last of them ends. */
type Leftover = { count: number; until: Date | null };

async function reencrypt({ database, settings }: OpsContext, since: Date): Promise<OpsResult> {
  const { WEBHOOK_KEY: key, WEBHOOK_KEY_PREVIOUS: previous } = settings;
  const webhooks =
    key === undefined || previous === undefined ? null : await renewSecrets(database, new SecretBox([key, previous]));
  const steps = await database.queryOneOrFail<Leftover>(SEALED_STEPS_SQL, [since]);
  const passcodes = await database.queryOneOrFail<Leftover>(PASSCODES_SQL, [since]);
  return {
    lines: [
      webhooks === null
        ? 'WEBHOOK_KEY_PREVIOUS: not checked, set it and WEBHOOK_KEY for this command'
        : `WEBHOOK_KEY_PREVIOUS: ${webhooks.renewed} of ${webhooks.count} secrets encrypted anew, ${describe(webhooks)}`,
      `STEP_SEAL_KEY_PREVIOUS: ${describeLeftover(steps, 'armed steps, with deadlines')}`,
      `PASSCODE_KEY_PREVIOUS: ${describeLeftover(passcodes, 'passcodes, valid')}`,
    ],
    data: { webhooks, steps, passcodes },
    disagrees: (webhooks?.unreadable ?? 0) > 0,
  };
}

/** Steps that a worker may send again, which checks their seals. */
const SEALED_STEPS_SQL = `SELECT count(*)::int AS count, max(s.deadline) AS until
  FROM executions AS e JOIN execution_steps AS s ON s.execution_id = e.id
  WHERE e.status IN ('submitting', 'broadcast', 'unknown') AND s.status NOT IN ('done', 'failed') AND s.armed_at < $1`;
const PASSCODES_SQL = `SELECT count(*)::int AS count, max(expires_at) AS until FROM agent_onboardings
  WHERE status = 'pending_otp' AND expires_at > now() AND created_at < $1`;

function describeLeftover({ count, until }: Leftover, what: string): string {
  return until === null ? 'may be removed' : `keep it for ${count} ${what} until ${until.toISOString()}`;
}

interface Renewal {
  readonly count: number;
  readonly renewed: number;
  /** Secrets of neither key. Their owners must rotate them. */
  readonly unreadable: number;
}

function describe({ unreadable }: Renewal): string {
  return unreadable === 0 ? 'may be removed' : `${unreadable} have neither key: their owners must rotate them`;
}

type StoredSecrets = { id: string; secret: Buffer; previousSecret: Buffer | null };

/** A secret that its owner rotates meanwhile stays as the API has written it. */
async function renewSecrets(database: Database, box: SecretBox): Promise<Renewal> {
  let [count, renewed, unreadable] = [0, 0, 0];
  let page: StoredSecrets[] = [];
  do {
    page = await database.query<StoredSecrets>(
      `SELECT id, secret, previous_secret AS "previousSecret" FROM webhooks WHERE id > $1 ORDER BY id LIMIT $2`,
      [page.at(-1)?.id ?? '', PAGE_SIZE],
    );
    for (const { id, secret, previousSecret } of page) {
      count += 1;
      const [next, nextPrevious] = [box.renew(secret, id), previousSecret && box.renew(previousSecret, id)];
      if (next === null) unreadable += 1;
      if ((next ?? secret) === secret && (nextPrevious ?? previousSecret) === previousSecret) continue;
      const updated = await database.query(
        `UPDATE webhooks SET secret = $2, previous_secret = $3
         WHERE id = $1 AND secret = $4 AND previous_secret IS NOT DISTINCT FROM $5 RETURNING id`,
        [id, next ?? secret, nextPrevious ?? previousSecret, secret, previousSecret],
      );
      renewed += updated.length;
    }
  } while (page.length === PAGE_SIZE);
  return { count, renewed, unreadable };
}
