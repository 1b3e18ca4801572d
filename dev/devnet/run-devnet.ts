import path from 'node:path';
import { type DevnetSettings, inheritedEnvironment, loadDevnetSettings, SettingsError } from '@app/config';
import { TERMINAL_COLUMNS } from '@app/observability';
import { checkPorts, PortError } from './cli/port-check.js';
import { Terminal } from './cli/terminal.js';
import { AlreadyRunningError, DataFolder, ForeignFolderError } from './data-folder.js';
import { Devnet } from './devnet.js';
import { rememberSettings } from './instance-settings.js';
import { endOrphanedPostgres } from './postgres/postgres.js';
import { MigrationError } from './processes/apps.js';
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
  const settings = readSettings();
  if (settings === null) return;
  const terminal = openTerminal(settings);
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
    folder = new DataFolder(path.resolve(PROJECT_ROOT, settings.PRESAGE_DATA_DIR));
    const ended = await folder.claim();
    if (ended.length > 0) terminal.step(`ended processes of an earlier run: ${ended.join(', ')}`);
    await endOrphanedPostgres(folder.path('postgres'));
    await checkPorts(settings);
    const inherited = inheritedEnvironment();
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
  const expected = [SettingsError, AlreadyRunningError, ForeignFolderError, PortError, MigrationError].some(
    (kind) => error instanceof kind,
  );
  return expected ? error.message : (error.stack ?? error.message);
}
