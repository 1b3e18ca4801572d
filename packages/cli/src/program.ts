import { Command, CommanderError, Option } from 'commander';
import { addActionCommands } from './commands/action-commands.js';
import { addAgentCommands } from './commands/agent-commands.js';
import { addCompletionCommands } from './commands/completion-commands.js';
import { addLogCommands } from './commands/log-commands.js';
import { addMarketCommands } from './commands/market-commands.js';
import { addPortfolioCommands } from './commands/portfolio-commands.js';
import { Context } from './context.js';
import type { Environment } from './environment.js';
import { EXIT, exitCodeOfError, UsageError } from './exit-code.js';
import { renderError, type Terminal } from './output.js';
import { VERSION } from './version.js';

const HELP = `
Environment:
  PRESAGE_URL      address of the service (http://127.0.0.1:4000)
  PRESAGE_AGENT    id of the agent
  PRESAGE_API_KEY  API key, where the service requires one
  TRACEPARENT      W3C trace that the requests belong to

Exit codes:
  0  done
  1  failed, proven
  2  invalid usage
  3  transient failure, or paused by an operator: run the same command again later
  4  refused: policy, budget, state, API key, or an unknown id
  5  outcome not known yet: run the same command again, never with a new purpose

Example:
  export PRESAGE_AGENT=agent_alice_01
  presage agent setup
  presage markets list
  presage buy rain yes 5 --purpose 'rain entry 1'
  presage positions
`;

/** Runs one command line. @returns the exit code */
export async function runProgram(
  args: readonly string[],
  { environment, terminal }: { environment: Environment; terminal: Terminal },
): Promise<number> {
  let refusal = '';
  const program = new Command('presage')
    .description('Command line of Presage. Commands that act are safe to repeat.')
    .version(VERSION)
    .option('--url <address>', 'address of the service')
    .option('--agent <id>', 'id of the agent')
    .addOption(new Option('-o, --output <format>', 'format of the output').choices(['json', 'table']))
    .addHelpText('after', HELP)
    .configureOutput({ writeOut: terminal.out, writeErr: (text) => (refusal += text) })
    .exitOverride();
  const context = new Context(program, environment, terminal);
  addMarketCommands(program, context);
  addAgentCommands(program, context);
  addPortfolioCommands(program, context);
  addActionCommands(program, context);
  addLogCommands(program, context);
  addCompletionCommands(program, context);
  try {
    await program.parseAsync(args, { from: 'user' });
    return context.exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      terminal.err(renderError(error, context.format));
      return exitCodeOfError(error);
    }
    if (error.exitCode === 0) return EXIT.done;
    terminal.err(context.format === 'json' ? renderError(toUsageError(error), 'json') : refusal);
    return EXIT.usage;
  }
}

/** The first line of a refused command line, and the command that was probably meant. */
function toUsageError({ code, message }: CommanderError): UsageError {
  if (code === 'commander.help') return new UsageError('A command is missing. presage --help lists the commands.');
  return new UsageError(message.replace(/^error: /, '').replaceAll('\n', ' '));
}
