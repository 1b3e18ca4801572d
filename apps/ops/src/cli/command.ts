import type { ChainRpc } from '@app/chain';
import type { OpsSettings } from '@app/config';
import type { Database } from '@app/persistence';
import type { CommandInput } from './command-input.js';

/** What commands work with. */
export interface OpsContext {
  database: Database;
  rpc: ChainRpc;
  settings: OpsSettings;
  /** Who is at the keyboard, for the records. */
  actor: string;
}

/** Lines for people, and the same as data for `--json`. */
export interface OpsResult {
  lines: readonly string[];
  data: object;
  /** That what was looked at is not as it should be: exit code 1. */
  disagrees?: boolean;
}

export interface CommandOption {
  /** `text` takes a value, `flag` none. */
  form: 'text' | 'flag';
  /** What the value is called in the help, such as `AGENT_ID`. */
  value?: string;
  /** The command does nothing without it. */
  needed?: true;
  doc: string;
}

export interface Command {
  /** As it is typed: one word, or two. */
  name: string;
  /** The names of its arguments, in order; all of them are needed. */
  arguments: readonly string[];
  summary: string;
  /** For its own help: what it does exactly, and when to use it. */
  details?: readonly string[];
  options?: Readonly<Record<string, CommandOption>>;
  /** Whether it changes anything: then it is in the audit log. */
  changes: boolean;
  run: (context: OpsContext, input: CommandInput) => Promise<OpsResult>;
}

/** Something the operator typed is wrong: exit code 2. */
export class UsageError extends Error {}

/** What was asked for was understood and is not done, for the reason that the message gives: exit code 1. */
export class RefusedError extends Error {}
