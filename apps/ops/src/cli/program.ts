import { Command, type CommandUnknownOpts, Help } from '@commander-js/extra-typings';
import { PRODUCT_VERSION } from '@app/config';
import type { Invocation, OpsCommand } from './command.js';

const GROUP_SUMMARIES: Readonly<Record<string, string>> = {
  lanes: 'Queues of the wallets',
  wallets: 'Wallets and their owners',
  executions: 'Executions of intents',
  archive: 'Months whose executions are in files',
  index: 'Read models of the chain',
  accounts: 'Accounts, which own agents, users and API keys',
  users: 'Users who create markets',
  keys: 'API keys',
};

const EXIT_CODES = `
Exit codes:
  0  done
  1  refused, or a disagreement found
  2  not run: invalid usage or settings, or the database or chain is unreachable`;

export interface ProgramOptions {
  readonly commands: readonly OpsCommand[];
  readonly execute: (command: OpsCommand, invocation: Invocation) => Promise<void>;
  readonly writeOut: (text: string) => void;
  readonly writeErr: (text: string) => void;
}

/** Creates the command line. Its `parseAsync` throws CommanderError after help and for invalid usage. */
export function createProgram({ commands, execute, writeOut, writeErr }: ProgramOptions): Command {
  const program = new Command('npm run ops --')
    .description('Commands for operators of Presage.')
    .version(PRODUCT_VERSION)
    .addHelpText('after', EXIT_CODES)
    .showHelpAfterError('(npm run ops -- help lists the commands)')
    .configureOutput({ writeOut, writeErr })
    .configureHelp({ formatHelp })
    .exitOverride();
  for (const command of commands) {
    const created = command.create((invocation) => execute(command, invocation));
    addTo(findOrAddGroup(program, command.name), created);
  }
  return program;
}

/** Sets how help lists commands only here: suggestions for an unknown command need those of one level. */
function formatHelp(command: CommandUnknownOpts, help: Help): string {
  return Help.prototype.formatHelp.call(help, command, Object.assign(help, { visibleCommands, subcommandTerm }));
}

/** Help lists the commands of all groups. */
function visibleCommands(command: CommandUnknownOpts): CommandUnknownOpts[] {
  return command.commands.flatMap((sub) => (sub.commands.length > 0 ? [...sub.commands] : [sub]));
}

function subcommandTerm(command: CommandUnknownOpts): string {
  const group = command.parent?.parent ? [command.parent.name()] : [];
  const args = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  return [...group, command.name(), ...args].join(' ');
}

function findOrAddGroup(program: Command, name: string): CommandUnknownOpts {
  const [group = '', leaf] = name.split(' ');
  if (leaf === undefined) return program;
  const existing = program.commands.find((command) => command.name() === group);
  return existing ?? program.command(group).summary(GROUP_SUMMARIES[group] ?? '');
}

/** Commander copies the settings of a parent only to commands that it creates itself. */
function addTo(parent: CommandUnknownOpts, command: CommandUnknownOpts): void {
  parent.addCommand(command.copyInheritedSettings(parent));
}
