import type { JsonRpc } from '@app/chain';
import type { OpsSettings } from '@app/config';
import type { Database } from '@app/persistence';

/** What commands work with. */
export interface OpsContext {
  database: Database;
  rpc: JsonRpc;
  settings: OpsSettings;
}

/** Lines for people, and the same as data for `--json`. */
export interface OpsResult {
  lines: readonly string[];
  data: object;
}

export interface Command {
  /** As it is typed, with its arguments. */
  usage: string;
  summary: string;
  run: (context: OpsContext, args: readonly string[]) => Promise<OpsResult>;
}

/** Something the operator typed is wrong: exit code 2. */
export class UsageError extends Error {}
