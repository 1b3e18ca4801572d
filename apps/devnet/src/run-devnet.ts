import path from 'node:path';
import { inheritedEnvironment, loadDevnetSettings, SettingsError } from '@app/config';
import { checkPorts, PortError } from './cli/port-check.js';
import { Terminal } from './cli/terminal.js';
import { AlreadyRunningError, DataFolder, ForeignFolderError } from './data-folder.js';
import { Devnet } from './devnet.js';
import { PROJECT_ROOT } from './project-root.js';
import type { CompileFiles } from './watch/reloader.js';

/** npm forwards a signal that the terminal has already delivered: one Ctrl-C may arrive twice within this time. */
const SAME_SIGNAL_MS = 500;
const terminal = new Terminal(
  (line) => process.stdout.write(`${line}\n`),
  () => performance.now(),
);

/**
 * Starts the product and keeps it running. The process exits after a signal, or when the start fails.
 * With `compile` it also watches the sources, and restarts API and workers after each change.
 */
export async function runDevnet({ compile }: { compile?: CompileFiles } = {}): Promise<void> {
  process.stdout.on('error', () => undefined); // the shutdown goes on after the terminal was closed
  let devnet: Devnet | null = null;
  let folder: DataFolder | null = null;
  let stoppedMs: number | null = null;

  const exit = async (exitCode: number): Promise<void> => {
    await devnet?.stop();
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
      void (devnet?.killAll() ?? Promise.resolve()).finally(() => process.exit(1));
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

  try {
    const settings = loadDevnetSettings();
    folder = new DataFolder(path.resolve(PROJECT_ROOT, settings.PRESAGE_DATA_DIR));
    const ended = await folder.claim();
    if (ended.length > 0) terminal.step(`ended processes of an earlier run: ${ended.join(', ')}`);
    await checkPorts(settings);
    devnet = new Devnet({ settings, folder, terminal, inherited: processSettings() });
    await devnet.start();
    if (compile !== undefined) await devnet.watch(compile);
  } catch (error) {
    if (stoppedMs !== null) return; // the start failed because of the shutdown
    terminal.plain(`\nPresage could not start: ${messageOf(error)}`);
    await exit(1);
  }
}

/** The processes write to a pipe and cannot detect the terminal, so this sets their log format. */
function processSettings(): Record<string, string> {
  return { ...(process.stdout.isTTY ? { LOG_FORMAT: 'pretty' } : {}), ...inheritedEnvironment() };
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const expected = [SettingsError, AlreadyRunningError, ForeignFolderError, PortError].some(
    (kind) => error instanceof kind,
  );
  return expected ? error.message : (error.stack ?? error.message);
}
