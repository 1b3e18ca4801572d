import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { ChainRpc } from '@app/chain';
import type { OpsSettings } from '@app/config';
import type { Database } from '@app/persistence';

export interface OpsContext {
  readonly database: Database;
  readonly rpc: ChainRpc;
  readonly settings: OpsSettings;
  /** Name of the operator, for records and the audit log. */
  readonly actor: string;
}

export interface OpsResult {
  /** Text for the terminal. The first line goes into the audit log. */
  readonly lines: readonly string[];
  /** The same as data, for `--json`, which prints its keys in snake_case. */
  readonly data: object;
  /** Whether a check failed: exit code 1. */
  readonly disagrees?: boolean;
}

export interface Invocation {
  readonly json: boolean;
  /** Absent without `--actor`. */
  readonly actor: string | undefined;
  readonly work: (context: OpsContext) => Promise<OpsResult>;
}

export interface OpsCommand {
  /** One or two words, such as `lanes list`. */
  readonly name: string;
  /** Whether it changes anything; then it is audited. */
  readonly changes: boolean;
  /** Creates its commander command, named by the last word. */
  readonly create: (execute: (invocation: Invocation) => Promise<void>) => CommandUnknownOpts;
}

type BaseCommand = ReturnType<typeof baseCommand>;
/** Runs the work of a command with connections, and prints its result. */
type RunWork = (work: Invocation['work']) => Promise<void>;

export interface CommandDefinition {
  readonly name: string;
  readonly changes: boolean;
  /** Adds texts, arguments, options and an action, which calls `run`. */
  readonly define: (command: BaseCommand, run: RunWork) => unknown;
}

/** Defines a command that takes `--json` and `--actor` beside its own options. */
export function defineCommand({ name, changes, define }: CommandDefinition): OpsCommand {
  return {
    name,
    changes,
    create: (execute) => {
      const command = baseCommand(name.split(' ').at(-1) ?? '');
      define(command, (work) => {
        const { json = false, actor } = command.opts();
        return execute({ json, actor, work });
      });
      return command;
    },
  };
}

/** The inferred return type holds the types of the options. */
function baseCommand(name: string) {
  return new Command(name)
    .option('--json', 'print one JSON object on one line')
    .option('--actor <name>', 'name for the audit log; by default the user of the operating system');
}

/** Invalid arguments or options: exit code 2. */
export class UsageError extends Error {}

/** A command that was understood and refused, for the reason in the message: exit code 1. */
export class RefusedError extends Error {}
