import path from 'node:path';
import { inheritedEnvironment, loadDevnetSettings, SettingsError } from '@app/config';
import { AlreadyRunningError, DataFolder, ForeignFolderError } from './data-folder.js';
import { Devnet } from './devnet.js';
import { checkPorts, PortError } from './cli/port-check.js';
import { PROJECT_ROOT } from './project-root.js';
import { Terminal } from './cli/terminal.js';

/** npm passes a signal on that the terminal has already delivered: one Ctrl-C may arrive twice. */
const SAME_SIGNAL_MS = 500;
const terminal = new Terminal(
  (line) => process.stdout.write(`${line}\n`),
  () => performance.now(),
);

/** Starts the product and keeps it running; the process ends through a signal, or when something cannot be started. */
async function runDevnet(): Promise<void> {
  process.stdout.on('error', () => undefined); // the terminal may be gone; the orderly end still is not in vain
  let devnet: Devnet | null = null;
  let folder: DataFolder | null = null;
  let stoppedMs: number | null = null;

  const end = async (exitCode: number): Promise<void> => {
    await devnet?.stop();
    folder?.release();
    process.exit(exitCode);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stoppedMs === null) {
      stoppedMs = performance.now();
      terminal.plain('');
      terminal.step(`${signal}: ending everything; once more to end it at once`);
      void end(0);
    } else if (performance.now() - stoppedMs > SAME_SIGNAL_MS) {
      void (devnet?.killAll() ?? Promise.resolve()).finally(() => process.exit(1));
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

  try {
    const settings = loadDevnetSettings();
    folder = new DataFolder(path.resolve(PROJECT_ROOT, settings.PRESAGE_DATA_DIR));
    const cleared = await folder.claim();
    if (cleared.length > 0) terminal.step(`an earlier run left ${cleared.join(', ')} running: ended`);
    await checkPorts(settings);
    devnet = new Devnet({ settings, folder, terminal, inherited: settingsForParts() });
    await devnet.start();
  } catch (error) {
    if (stoppedMs !== null) return; // the end that is under way is what made the start fail
    terminal.plain(`\nPresage could not start: ${reasonOf(error)}`);
    await end(1);
  }
}

/** The parts write into a pipe and cannot see the terminal that their lines end in. */
function settingsForParts(): Record<string, string> {
  return { ...(process.stdout.isTTY ? { LOG_FORMAT: 'pretty' } : {}), ...inheritedEnvironment() };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given';
  const expected = [SettingsError, AlreadyRunningError, ForeignFolderError, PortError].some(
    (kind) => error instanceof kind,
  );
  return expected ? error.message : (error.stack ?? error.message);
}

await runDevnet();
