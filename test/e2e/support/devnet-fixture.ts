import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePortSettings } from './free-port-settings.js';
import { processIdentity } from '../../../dev/devnet/processes/process-identity.js';
import { type ProcessMark, RunFolder } from '../../../dev/devnet/processes/run-folder.js';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import { eventually } from '../../support/eventually.js';
import { testRun } from '../../support/test-run.js';

export const START = ['tools/run.mjs', 'dev/devnet/main'];
export const DEV = ['tools/dev.mjs'];
export const RESET = ['tools/run.mjs', 'dev/devnet/cli/reset'];
export const VERIFY = ['tools/run.mjs', 'tools/ops', 'verify'];
export const OPS_SHOW_INDEX = ['tools/run.mjs', 'tools/ops', 'index', 'show'];
export const READY = 'Presage is ready';

const POLL_INTERVAL_MS = 10;

/** A command such as `npm start` in a separate process, with its own ports and data folder. */
class Command {
  output = '';
  readonly exited: Promise<number | null>;
  private readonly child: ChildProcess;

  constructor(words: readonly string[], env: Readonly<Record<string, string>>) {
    this.child = spawn(process.execPath, [...words], {
      cwd: PROJECT_ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
    this.exited = new Promise((resolve) => this.child.once('close', resolve));
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async waitForOutput(text: string): Promise<void> {
    let exited = false;
    void this.exited.then(() => (exited = true));
    while (!this.output.includes(text)) {
      if (exited) throw new Error(`it exited before it printed "${text}":\n${this.output}`);
      await delay(POLL_INTERVAL_MS);
    }
  }
}

/** `npm start` with its own ports and data folder. */
export class DevnetFixture {
  private readonly commands: Command[] = [];

  private constructor(
    readonly env: Readonly<Record<string, string>>,
    readonly data: string,
  ) {}

  static async create(): Promise<DevnetFixture> {
    const data = path.join(testRun().folder, `devnet-${randomUUID()}`);
    return new DevnetFixture({ ...(await freePortSettings()), PRESAGE_DATA_DIR: data, LOG_LEVEL: 'warn' }, data);
  }

  get apiUrl(): string {
    return `http://127.0.0.1:${this.env.API_PORT}`;
  }

  run(words: readonly string[], env: Readonly<Record<string, string>> = this.env): Command {
    const command = new Command(words, env);
    this.commands.push(command);
    return command;
  }

  listLive(): ProcessMark[] {
    return new RunFolder(path.join(this.data, 'run')).listLive();
  }

  liveAmong(marks: readonly ProcessMark[]): ProcessMark[] {
    return marks.filter(({ pid }) => processIdentity(pid) !== null);
  }

  findPid(name: string): number | undefined {
    return this.listLive().find((mark) => mark.name === name)?.pid;
  }

  /** Removes the mark of a process that goes on. */
  forget(name: string): void {
    new RunFolder(path.join(this.data, 'run')).forget(this.findPid(name) ?? 0);
  }

  /** Waits for a process with another pid than `before`. */
  async waitForProcess(name: string, before?: number): Promise<number> {
    const pid = await eventually(
      () => Promise.resolve(this.findPid(name)),
      (found) => found !== undefined && found !== before,
    );
    return pid ?? 0;
  }

  /** Ends all commands and removes the data. */
  async close(): Promise<void> {
    for (const command of this.commands) command.kill('SIGTERM');
    await Promise.all(this.commands.map(({ exited }) => exited));
    await this.run(RESET).exited;
  }
}

/** Returns the demo markets, newest first, as soon as all are indexed and decided, which is shortly after the start. */
export async function demoMarkets({ apiUrl }: DevnetFixture): Promise<{ id: string; status: string }[]> {
  const read = async () => (await getJson(`${apiUrl}/markets`)) as { markets: { id: string; status: string }[] };
  const isDecided = (status: string): boolean => status === 'RESOLVED' || status === 'CANCELLED';
  const { markets } = await eventually(
    read,
    ({ markets }) => markets.filter(({ status }) => isDecided(status)).length === 2,
  );
  return markets;
}

export async function getJson(url: string): Promise<unknown> {
  return (await fetch(url)).json();
}
