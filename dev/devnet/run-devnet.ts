import path from 'node:path';
import {
  describeMisspelt,
  type DevnetSettings,
  findMisspeltSettings,
  inheritedEnvironment,
  loadDevnetSettings,
  SettingsError,
} from '@app/config';
import { TERMINAL_COLUMNS } from '@app/observability';
import { checkPorts, PortError } from './cli/port-check.js';
import { Terminal } from './cli/terminal.js';
import { AlreadyRunningError, DataFolder, ForeignFolderError, UnusableFolderError } from './data-folder.js';
import { Devnet } from './devnet.js';
import { readStartSettings, rememberSettings } from './instance-settings.js';
import { endOrphanedPostgres } from './postgres/postgres.js';
import { MigrationError } from './processes/apps.js';
import { errorCode } from './processes/error-code.js';
import { PROJECT_ROOT } from './project-root.js';
import type { CompileFiles } from './watch/reloader.js';

/** npm forwards a signal that the terminal has already delivered: one Ctrl-C may arrive twice within this time. */
const SAME_SIGNAL_MS = 500;

/**
 * Starts the product and keeps it running. The process exits after a signal, or when the start fails.
 * With `compile` it also watches the sources, and restarts API, workers and webhooks after each change.
 */
export async function runDevnet({ compile }: { compile?: CompileFiles } = {}): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', () => undefined); // the shutdown goes on after the terminal was closed
  }
  const given = readSettings();
  if (given === null) return;
  const terminal = openTerminal(given);
  let devnet: Devnet | null = null;
  let folder: DataFolder | null = null;
  let stoppedMs: number | null = null;
  let isKilled = false;

  const exit = async (exitCode: number): Promise<void> => {
    await devnet?.stop();
    if (isKilled) return; // killed processes end the stop as well
    folder?.release();
    process.exit(exitCode);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stoppedMs === null) {
      stoppedMs = performance.now();
      terminal.plain('');
      terminal.step(`${signal}: stopping all processes; repeat it to kill them`);
      void exit(0);
    } else if (performance.now() - stoppedMs > SAME_SIGNAL_MS) {
      isKilled = true;
      void (devnet?.killAll() ?? Promise.resolve()).finally(() => process.exit(1));
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

  try {
    const misspelt = findMisspeltSettings();
    for (const found of misspelt) terminal.step(describeMisspelt(found));
    folder = new DataFolder(path.resolve(PROJECT_ROOT, given.PRESAGE_DATA_DIR));
    const ended = await folder.claim();
    if (ended.length > 0) terminal.step(`ended processes of an earlier run: ${ended.join(', ')}`);
    await endOrphanedPostgres(folder.path('postgres'));
    const { settings, notice } = readStartSettings(folder, inheritedEnvironment());
    if (notice !== null) terminal.step(notice);
    await checkPorts(settings);
    const inherited = withoutNames(inheritedEnvironment(), new Set(misspelt.map(({ name }) => name)));
    rememberSettings(folder, settings, inherited);
    devnet = new Devnet({ settings, folder, terminal, inherited });
    await devnet.start();
    if (compile !== undefined) await devnet.watch(compile);
  } catch (error) {
    if (stoppedMs !== null) return; // the start failed because of the shutdown
    terminal.plain(`\nPresage could not start: ${describeError(error)}`);
    await exit(1);
  }
}

/** Processes of the product name a misspelt setting too, which is said already. */
function withoutNames(env: Record<string, string>, names: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.has(name)));
}

/** Invalid settings are printed, and end the process. */
function readSettings(): DevnetSettings | null {
  try {
    return loadDevnetSettings();
  } catch (error) {
    console.error(`\nPresage could not start: ${describeError(error)}`);
    process.exitCode = 1;
    return null;
  }
}

/** With JSON, standard output has nothing but log lines; the steps and the startup banner go to standard error. */
function openTerminal({ LOG_FORMAT: format }: DevnetSettings): Terminal {
  const isPretty = format === 'pretty' || (format === 'auto' && process.stdout.isTTY);
  const width = process.stdout.isTTY ? process.stdout.columns : TERMINAL_COLUMNS;
  return new Terminal({
    print: (line) => (isPretty ? process.stdout : process.stderr).write(`${line}\n`),
    printLog: (line) => process.stdout.write(`${line}\n`),
    columns: isPretty ? width : null,
    elapsedMs: () => performance.now(),
  });
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const expected = [
    SettingsError,
    AlreadyRunningError,
    ForeignFolderError,
    UnusableFolderError,
    PortError,
    MigrationError,
  ].some((kind) => error instanceof kind);
  if (errorCode(error) === 'ENOSPC') return `no space left on the disk. Free some, or set PRESAGE_DATA_DIR.`;
  return expected ? error.message : (error.stack ?? error.message);
}
