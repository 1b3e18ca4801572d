import { userInfo } from 'node:os';
import { CommanderError } from '@commander-js/extra-typings';
import { AppError } from '@app/common';
import { type AuditedRun, beginAudit } from './audit-log.js';
import {
  type Invocation,
  type OpsCommand,
  type OpsContext,
  type OpsResult,
  RefusedError,
  UsageError,
} from './command.js';
import { formatJson } from './json.js';
import { createProgram } from './program.js';

export type ExitCode = 0 | 1 | 2;

export interface OpsEnvironment {
  readonly commands: readonly OpsCommand[];
  /** Connects to database and chain. Called only to run a command, not for help or invalid usage. */
  readonly open: (actor: string) => Promise<{ context: OpsContext; close: () => Promise<void> }>;
  readonly writeOut: (text: string) => void;
  readonly writeErr: (text: string) => void;
}

/**
 * Runs a command line.
 * @returns the exit code: 0 done, 1 refused or a disagreement, 2 invalid usage
 * @throws Error of the settings, database or chain
 */
export async function runOps(environment: OpsEnvironment, words: readonly string[]): Promise<ExitCode> {
  const { writeOut, writeErr } = environment;
  let exitCode: ExitCode = 0;
  let running = '';
  const program = createProgram({
    ...environment,
    execute: async (command, invocation) => {
      running = command.name;
      const result = await execute(environment, command, { ...invocation, words });
      writeOut(invocation.json ? `${formatJson(result.data)}\n` : result.lines.map((line) => `${line}\n`).join(''));
      exitCode = result.disagrees === true ? 1 : 0;
    },
  });
  try {
    await program.parseAsync(words.length === 0 ? ['help'] : words, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!isRejection(error)) throw error;
    writeErr(`${running}: ${error.message}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function execute(
  { open }: OpsEnvironment,
  { name, changes }: OpsCommand,
  { actor, work, words }: Invocation & { words: readonly string[] },
): Promise<OpsResult> {
  const { context, close } = await open(actor ?? currentUser());
  try {
    if (!changes) return await work(context);
    const audited = await beginAudit(context, { command: name, arguments: words.slice(name.split(' ').length) });
    return await withAudit(audited, () => work(context));
  } finally {
    await close();
  }
}

async function withAudit(audited: AuditedRun, work: () => Promise<OpsResult>): Promise<OpsResult> {
  try {
    const result = await work();
    await audited.end('done', result.lines[0] ?? '');
    return result;
  } catch (error) {
    // The message of an unexpected error may quote upstream text, so only its class is recorded.
    const unexpected = error instanceof Error ? error.constructor.name : 'unknown error';
    const [outcome, detail] = isRejection(error)
      ? (['refused', error.message] as const)
      : (['failed', unexpected] as const);
    await audited.end(outcome, detail).catch(() => undefined);
    throw error;
  }
}

function isRejection(error: unknown): error is Error {
  return error instanceof RefusedError || error instanceof UsageError || error instanceof AppError;
}

/** Returns the name of the user, or the uid where it has no name, such as in a container. */
function currentUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
