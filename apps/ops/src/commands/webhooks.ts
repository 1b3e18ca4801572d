import { WebhooksRepository } from '@app/events';
import { defineCommand, type OpsContext, type OpsResult, RefusedError } from '../cli/command.js';
import { limitOption } from '../cli/options.js';
import { table } from '../cli/table.js';
import { getAccount } from './accounts.js';

type WebhookRow = {
  id: string;
  account: string | null;
  host: string;
  status: string;
  failures: number;
  failure: string | null;
  responseStatus: number | null;
  failingSince: Date | null;
  deliveredAt: Date | null;
};

const HEADINGS = ['WEBHOOK', 'ACCOUNT', 'HOST', 'STATUS', 'FAILURES', 'REASON', 'FAILING SINCE', 'DELIVERED'];

export const listWebhooks = defineCommand({
  name: 'webhooks list',
  changes: false,
  define: (command, run) =>
    command
      .summary('List webhooks, longest failing first')
      .description(
        'Lists webhooks, longest failing first.\n\n' +
          'A paused webhook has failed for three days and keeps its position: its owner resumes it, or webhooks resume. An ended one answered 410.',
      )
      .option('--account <name>', 'list those of this account')
      .addOption(limitOption())
      .action((options) => run((context) => list(context, options))),
});

interface ListOptions {
  readonly account?: string;
  readonly limit: number;
}

/** The path of a URL may hold a token of the receiver. */
async function list({ database }: OpsContext, { account, limit }: ListOptions): Promise<OpsResult> {
  const accountId = account === undefined ? null : (await getAccount(database, account)).id;
  const webhooks = await database.query<WebhookRow>(
    `SELECT w.id, a.name AS account, substring(w.url FROM '^https?://[^/?]+') AS host, w.status, w.failures, w.failure,
       w.response_status AS "responseStatus", w.failing_since AS "failingSince", w.delivered_at AS "deliveredAt"
     FROM webhooks AS w LEFT JOIN accounts AS a ON a.id = w.account_id
     WHERE $1::uuid IS NULL OR w.account_id = $1::uuid
     ORDER BY w.failing_since NULLS LAST, w.created_at LIMIT $2`,
    [accountId, limit],
  );
  const rows = webhooks.map((one) => [
    one.id,
    one.account,
    one.host,
    one.status,
    one.failures,
    one.responseStatus === null ? one.failure : `${one.failure} ${one.responseStatus}`,
    one.failingSince,
    one.deliveredAt,
  ]);
  return { lines: table(HEADINGS, rows), data: { webhooks } };
}

export const resumeWebhook = defineCommand({
  name: 'webhooks resume',
  changes: true,
  define: (command, run) =>
    command
      .description('Deliver from the position of a paused webhook again; retry a failing one at once')
      .argument('<webhook-id>', 'id, such as webhook_b026…')
      .action((id) => run((context) => resume(context, id))),
});

async function resume({ database }: OpsContext, id: string): Promise<OpsResult> {
  if (!(await new WebhooksRepository(database).resume(id))) {
    throw new RefusedError(`${id} does not exist or has ended`);
  }
  return { lines: [`${id} delivers again`], data: { webhook_id: id } };
}
