import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { waitUntilAnswering } from '../../../dev/devnet/processes/node-app.js';
import type { RunFolder } from '../../../dev/devnet/processes/run-folder.js';
import { type ProcessExit, type RunningProcess, startProcess } from '../../../dev/devnet/processes/start-process.js';
import { parseEnvironment, readUnit } from './unit.js';
import type { Version } from './versions.js';

const PROGRAM = '/opt/presage';
const SETTINGS = '/etc/presage';
const UNITS = '/etc/systemd/system';
/** Path that systemd gives to the processes of units. */
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export interface Finished extends ProcessExit {
  readonly output: string;
}

/**
 * A machine on which the shipped units run, with /opt and /etc below a folder. Its processes start with the commands and
 * the environment of the units, and are stopped as systemd stops them.
 */
export class Installation {
  /** Output of all processes. */
  readonly log: string[] = [];
  private readonly running = new Map<string, RunningProcess>();

  constructor(
    private readonly root: string,
    private readonly runFolder: RunFolder,
    private readonly dropIns: Readonly<Record<string, readonly string[]>>,
  ) {}

  /** Returns where the installation has a file of the real machine. */
  path(name: string): string {
    return path.join(this.root, name);
  }

  /** Makes /opt/presage the program folder of a version, and installs its units. */
  use({ folder }: Version): void {
    const next = this.path(`${PROGRAM}.new`);
    mkdirSync(path.dirname(next), { recursive: true });
    symlinkSync(folder, next);
    renameSync(next, this.path(PROGRAM));
    cpSync(path.join(folder, 'deploy/systemd'), this.path(UNITS), { recursive: true });
  }

  /** Copies the examples of the environment files and fills in their secrets, as the guide does. */
  createSettings(): void {
    const examples = this.path(`${PROGRAM}/deploy/systemd`);
    mkdirSync(this.path(SETTINGS), { recursive: true });
    const names = readdirSync(examples).filter((name) => name.endsWith('.env.example'));
    const files = names.map((name) => {
      const file = this.path(`${SETTINGS}/${path.basename(name, '.example')}`);
      copyFileSync(path.join(examples, name), file);
      chmodSync(file, 0o600);
      return file;
    });
    const filled = spawnSync('sh', [this.path(`${PROGRAM}/deploy/fill-secrets.sh`), ...files], { encoding: 'utf8' });
    if (filled.status !== 0) throw new Error(`the secrets were not filled in: ${filled.stderr}`);
  }

  /** Puts an operator's file to the settings, such as a keystore. */
  addFile(name: string, source: string): void {
    copyFileSync(source, this.path(`${SETTINGS}/${name}`));
  }

  readSettings(program: string): Record<string, string> {
    return parseEnvironment(readFileSync(this.path(`${SETTINGS}/${program}.env`), 'utf8'));
  }

  /** Changes settings in the environment file of a program. Null removes one. */
  changeSettings(program: string, changes: Readonly<Record<string, string | null>>): void {
    const settings = Object.entries({ ...this.readSettings(program), ...changes }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    );
    const text = settings.map(([name, value]) => `${name}=${value}\n`).join('');
    writeFileSync(this.path(`${SETTINGS}/${program}.env`), text);
  }

  /** Starts a unit, such as `presage-api@4000`, and waits until its process is ready. */
  async start(unit: string): Promise<void> {
    const running = await this.launch(unit, (line) => this.log.push(`${unit}: ${line}`));
    this.running.set(unit, running);
    try {
      await waitUntilAnswering(running, `http://127.0.0.1:${unit.split('@')[1]}/readyz`);
    } catch (cause) {
      throw new Error(`${unit} did not start\n${this.log.slice(-30).join('\n')}`, { cause });
    }
  }

  /** Runs a unit until its process ends. */
  async run(unit: string): Promise<Finished> {
    const lines: string[] = [];
    const { exited } = await this.launch(unit, (line) => lines.push(line));
    return { ...(await exited), output: lines.join('\n') };
  }

  /** Stops a unit as systemd does: SIGTERM, and SIGKILL after the unit's TimeoutStopSec. */
  async stop(unit: string): Promise<ProcessExit> {
    const running = this.running.get(unit);
    if (running === undefined) throw new Error(`${unit} does not run`);
    this.running.delete(unit);
    const { values } = readUnit(this.path(UNITS), unit);
    await running.stop(Number(values.get('TimeoutStopSec')?.at(-1)) * 1_000);
    return running.exited;
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.running.keys()].map((unit) => this.stop(unit)));
  }

  /** Runs `presage-ops` with arguments. */
  async ops(...args: readonly string[]): Promise<Finished> {
    const script = this.translate(readFileSync(this.path(`${PROGRAM}/deploy/systemd/presage-ops`), 'utf8'));
    const lines: string[] = [];
    const { exited } = await startProcess({
      ...{ name: 'ops', command: 'sh', args: ['-c', script, 'presage-ops', ...args], cwd: '/' },
      env: { PATH: this.searchPath() },
      log: (line) => lines.push(line),
      ...{ stopSignal: 'SIGTERM', runFolder: this.runFolder },
    });
    return { ...(await exited), output: lines.join('\n') };
  }

  private launch(name: string, log: (line: string) => void): Promise<RunningProcess> {
    const [template = ''] = name.split(/@|\./);
    const { values, environment } = readUnit(this.path(UNITS), name, this.dropIns[template]);
    const credentials = this.loadCredentials(name, values.get('LoadCredential') ?? []);
    const files = (values.get('EnvironmentFile') ?? []).map((file) => readFileSync(this.path(file), 'utf8'));
    const entries = Object.entries({ ...environment, ...parseEnvironment(files.join('\n')) });
    const [start = '', another] = values.get('ExecStart') ?? [];
    if (another !== undefined) throw new Error(`${name} starts more than one command`);
    const [command = '', ...args] = this.translate(start).split(' ');
    return startProcess({
      ...{ name, command, args, log, runFolder: this.runFolder, stopSignal: 'SIGTERM' },
      env: {
        ...Object.fromEntries(entries.map(([key, value]) => [key, value.replaceAll('%d', credentials)])),
        PATH: this.searchPath(),
      },
      cwd: this.path(values.get('WorkingDirectory')?.[0] ?? '/'),
    });
  }

  /** Copies the files that a unit loads to the folder that `%d` stands for. */
  private loadCredentials(unit: string, lines: readonly string[]): string {
    const folder = this.path(`/run/credentials/${unit}`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const [name = '', file = ''] of lines.map((line) => line.split(':'))) {
      copyFileSync(this.path(file), path.join(folder, name));
      chmodSync(path.join(folder, name), 0o400);
    }
    return folder;
  }

  private translate(text: string): string {
    return text.replaceAll(PROGRAM, this.path(PROGRAM)).replaceAll(SETTINGS, this.path(SETTINGS));
  }

  /** Units start `node`, which is here the one that runs the test. */
  private searchPath(): string {
    return `${path.dirname(process.execPath)}:${SYSTEM_PATH}`;
  }
}
