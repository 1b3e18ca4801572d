import type { Command } from 'commander';
import { type Context, summaryOf } from '../context.js';
import { renderCompletion } from '../completion.js';

/** Time within which the failures of reads are repeated. */
const READ_TIMEOUT_MS = 10_000;

export function addLogCommands(program: Command, context: Context): void {
  const intent = program.command('intent').description('read or cancel an intent');
  intent
    .command('show')
    .description('read an intent and its newest execution')
    .argument('<id>', 'id of the intent')
    .action(async (id: string) =>
      context.print(summaryOf(await context.presage.outcomeOf(id, { timeoutMs: READ_TIMEOUT_MS }))),
    );
  intent
    .command('cancel')
    .description('cancel an intent that was not sent yet')
    .argument('<id>', 'id of the intent')
    .action(async (intent_id: string) => {
      const { intent: cancelled } = await context.presage.request('cancelIntent', { path: { intent_id } });
      context.print({ intent_id, status: cancelled.status });
    });
  program
    .command('watch')
    .description('print the events of the agent, one JSON object on each line, until interrupted')
    .option('--after <seq>', 'seq of the last known event', '0')
    .action(async ({ after }: { after: string }) => {
      for await (const event of context.presage.events({ agentId: context.agentId, after: Number(after) })) {
        context.terminal.out(`${JSON.stringify(event)}\n`);
      }
    });
  program
    .command('verify')
    .description('prove that the event log of the agent is complete and unchanged')
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
    .description('run the MCP server: presage mcp -- --help')
    .argument('[arguments...]', 'arguments of presage-mcp')
    .action(async (words: string[]) => {
      const { runMcpServer } = await import('presage-mcp'); // half a second that no other command needs
      await runMcpServer(words);
    });
  program
    .command('completion')
    .description('print a completion script for bash or zsh')
    .addHelpText('after', '\nExample:\n  source <(presage completion)')
    .action(() => context.terminal.out(renderCompletion(program)));
}
