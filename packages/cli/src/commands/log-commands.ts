import type { Intent } from '@presage/sdk';
import { type Command, Option } from 'commander';
import type { Context } from '../context.js';
import { toJsonLine } from '../output.js';
import { minute } from '../views.js';
import { example, limitOption, MAX_PAGE, take, wholeNumber } from './arguments.js';

/** Time within which the failures of reads are repeated. */
const READ_TIMEOUT_MS = 10_000;

const STATUSES: readonly Intent['status'][] = ['preview', 'confirmed', 'executing', 'executed', 'failed', 'cancelled'];

export function addLogCommands(program: Command, context: Context): void {
  const intent = program.command('intent').description('list intents, read, cancel or approve one');
  intent
    .command('list')
    .description('list the intents of the agent, newest first')
    .addHelpText('after', example('intent list --status failed'))
    .addOption(new Option('--status <status>', 'status of the intents').choices(STATUSES))
    .addOption(limitOption())
    .action(async ({ status, limit }: { status?: Intent['status']; limit: number }) => {
      const query = { agent_id: context.agentId, status, limit: Math.min(limit, MAX_PAGE) };
      const found = await take(context.presage.list('listIntents', { query }), limit);
      context.printRows(found.map(toIntentRow), intentView);
    });
  intent
    .command('show')
    .description('read an intent and its newest execution')
    .addHelpText('after', example('intent show agent_intent_…'))
    .argument('<id>', 'id of the intent')
    .action(async (id: string) =>
      context.printOutcome(await context.presage.outcomeOf(id, { timeoutMs: READ_TIMEOUT_MS })),
    );
  intent
    .command('cancel')
    .description('cancel an intent that was not sent yet')
    .addHelpText('after', example('intent cancel agent_intent_…'))
    .argument('<id>', 'id of the intent')
    .action(async (intent_id: string) => {
      const { intent: cancelled } = await context.presage.request('cancelIntent', { path: { intent_id } });
      context.print({ intent_id, status: cancelled.status });
    });
  intent
    .command('approve')
    .description('approve an intent with the passcode that its owner was sent')
    .addHelpText('after', example('intent approve agent_intent_… 123456'))
    .argument('<id>', 'id of the intent')
    .argument('<passcode>', 'passcode in the e-mail')
    .action(async (intent_id: string, otp: string) => {
      const parts = { path: { intent_id }, body: { otp } };
      const { intent: approved } = await context.presage.request('approveIntent', parts);
      context.print({ intent_id, status: approved.status, approved_at: approved.approved_at });
    });
  program
    .command('watch')
    .description('print the events of the agent, one JSON object on each line, until interrupted')
    .addHelpText('after', example('watch --after 42'))
    .option('--after <seq>', 'seq of the last known event', wholeNumber, 0)
    .action(async ({ after }: { after: number }) => {
      for await (const event of context.presage.events({ agentId: context.agentId, after })) {
        context.terminal.out(toJsonLine(event));
      }
    });
  program
    .command('verify')
    .description('prove that the event log of the agent is complete and unchanged')
    .addHelpText('after', example('verify'))
    .action(async () => {
      let events = 0;
      let head_hash: string | null = null;
      for await (const event of context.presage.events({ agentId: context.agentId, follow: false })) {
        events = event.seq;
        head_hash = event.hash;
      }
      context.print({ events, head_hash });
    });
  program
    .command('mcp')
    .description('run the MCP server; its own options follow --')
    .addHelpText('after', example('mcp -- --http --port 4030'))
    .argument('[arguments...]', 'arguments of presage-mcp')
    .action(async (words: string[]) => {
      const { runMcpServer } = await import('@presage/mcp'); // half a second that no other command needs
      context.exitCode = await runMcpServer(words, context.baseUrl);
    });
}

function toIntentRow({ intent_id, created_at, action, status, ...intent }: Intent) {
  const { market_id, amount, outcome, client_request_id: purpose } = intent;
  return { intent_id, created_at, action, status, market_id, amount, outcome, purpose };
}

function intentView({ created_at, ...row }: ReturnType<typeof toIntentRow>): object {
  const { intent_id, action, status, market_id: market, amount, purpose } = row;
  return { created: minute(created_at), action, market, amount, status, purpose, intent_id };
}
