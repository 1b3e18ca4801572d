import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../../test/support/eventually.js';
import { testRun } from '../../../test/support/test-run.js';
import { freePortSettings } from './cli/port-check.js';
import { MAX_STOP_MS } from './devnet.js';
import { processIdentity } from './processes/process-identity.js';
import { type ProcessMark, RunFolder } from './processes/run-folder.js';
import { PROJECT_ROOT } from './project-root.js';

const START = ['tools/run.mjs', 'apps/devnet/src/main'];
const DEV = ['tools/dev.mjs'];
const RESET = ['tools/run.mjs', 'apps/devnet/src/cli/reset'];
const VERIFY = ['tools/run.mjs', 'tools/ops', 'verify'];

const POLL_INTERVAL_MS = 10;
const READY = 'Presage is ready';

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

describe('MAX_STOP_MS', () => {
  it('is below the 10 s that container platforms wait before they kill a process', () => {
    expect(MAX_STOP_MS).toBeLessThan(10_000);
  });
});

describe('npm start', () => {
  let env: Record<string, string>;
  let data: string;
  const commands: Command[] = [];

  beforeAll(async () => {
    data = path.join(testRun().folder, `devnet-${randomUUID()}`);
    env = { ...(await freePortSettings()), PRESAGE_DATA_DIR: data, LOG_LEVEL: 'warn' };
  });

  afterAll(async () => {
    for (const command of commands) command.kill('SIGTERM');
    await Promise.all(commands.map(({ exited }) => exited));
    await run(RESET).exited;
  });

  function run(words: readonly string[], changes: Record<string, string> = {}): Command {
    const command = new Command(words, { ...env, ...changes });
    commands.push(command);
    return command;
  }

  const listLive = (): ProcessMark[] => new RunFolder(path.join(data, 'run')).listLive();
  const liveAmong = (marks: readonly ProcessMark[]) => marks.filter(({ pid }) => processIdentity(pid) !== null);
  const pidOf = (name: string): number | undefined => listLive().find((mark) => mark.name === name)?.pid;
  const waitForProcess = async (name: string, before?: number): Promise<number> =>
    (await eventually(
      () => Promise.resolve(pidOf(name)),
      (pid) => pid !== undefined && pid !== before,
    )) ?? 0;
  const get = async (url: string): Promise<unknown> => (await fetch(url)).json();
  const apiUrl = () => `http://127.0.0.1:${env.API_PORT}`;

  it('names a port in use and its setting, and starts nothing', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(Number(env.INBOX_PORT), '127.0.0.1', resolve));
    const command = run(START);
    expect(await command.exited).toBe(1);
    expect(command.output).toContain(`Port ${env.INBOX_PORT} (the mailbox page) is already in use`);
    expect(command.output).toContain('INBOX_PORT=<port> npm start');
    expect(listLive()).toEqual([]);
    await new Promise((resolve) => server.close(resolve));
  });

  it('runs the product, refuses a second start and a reset, and restarts killed processes', async () => {
    const first = run(START);
    await first.waitForOutput(READY);
    expect(await get(`${apiUrl()}/readyz`)).toEqual({ status: 'ok' });
    expect(await get(`${apiUrl()}/markets`)).toMatchObject({ markets: [{}, {}, {}] });
    expect(await get(`http://127.0.0.1:${env.INBOX_PORT}/messages`)).toEqual([]);
    const verification = run(VERIFY); // finds the running product by the data folder
    expect({ code: await verification.exited, output: verification.output }).toMatchObject({ code: 0 });
    const names = listLive().map(({ name }) => name);
    expect(names.sort()).toEqual(['api', 'chain', 'postgres', 'wallet-provider', 'worker']);

    for (const words of [START, RESET]) {
      const second = run(words);
      expect(await second.exited).toBe(1);
      expect(second.output).toContain(`Presage already runs on ${data}`);
    }

    for (const name of ['api', 'worker', 'wallet-provider', 'chain', 'postgres']) {
      const before = await waitForProcess(name);
      process.kill(before, 'SIGKILL');
      await first.waitForOutput(`${name} was ended by SIGKILL; restarting in 0.2 s`);
      await waitForProcess(name, before);
    }
    await waitUntilOk(`${apiUrl()}/readyz`);
    await waitUntilOk(`http://127.0.0.1:${env.WORKER_PORT}/readyz`);

    const marks = listLive();
    first.kill('SIGTERM');
    expect(await first.exited).toBe(0);
    expect(liveAmong(marks)).toEqual([]);
  });

  it('ends the processes of a killed run, keeps its data, and removes them on reset', async () => {
    const factory = () =>
      (JSON.parse(readFileSync(path.join(data, 'deployment.json'), 'utf8')) as { factory: string }).factory;
    const killed = run(START);
    await killed.waitForOutput(READY);
    const before = { factory: factory(), markets: await get(`${apiUrl()}/markets`) };
    killed.kill('SIGKILL');
    await killed.exited;
    const orphans = listLive();
    expect(orphans.length).toBeGreaterThanOrEqual(3);

    const next = run(START);
    await next.waitForOutput(READY);
    expect(next.output).toContain('ended processes of an earlier run: ');
    expect(liveAmong(orphans)).toEqual([]);
    expect({ factory: factory(), markets: await get(`${apiUrl()}/markets`) }).toEqual(before);
    next.kill('SIGINT');
    expect(await next.exited).toBe(0);

    expect(await run(RESET).exited).toBe(0);
    expect(existsSync(data)).toBe(false);
  });

  it('recovers from an interrupted first start, and kills all processes on a second signal', async () => {
    const interrupted = run(START);
    await interrupted.waitForOutput('mailbox on port');
    interrupted.kill('SIGKILL');
    await interrupted.exited;
    const next = run(START);
    await next.waitForOutput(READY);
    const marks = listLive();
    for (const { pid } of marks) process.kill(pid, 'SIGSTOP'); // a stopped process ignores its stop signal
    const firstSignalMs = Date.now();
    const signals = setInterval(() => next.kill('SIGINT'), 100);
    await next.exited;
    clearInterval(signals);
    expect(Date.now() - firstSignalMs).toBeLessThan(MAX_STOP_MS); // a single signal would take all of it
    expect(liveAmong(marks)).toEqual([]);
  });

  describe('in watch mode', () => {
    // No module imports it: a change restarts the API and alters nothing.
    const source = path.join(PROJECT_ROOT, 'apps/api/src/watched.ts');
    const compiled = path.join(PROJECT_ROOT, 'dist/apps/api/src/watched.js');

    afterEach(() => rmSync(source, { force: true }));

    it('restarts the API after a change, and keeps it running after a compile error', async () => {
      const command = run(DEV);
      await command.waitForOutput('watching the sources');
      await waitForProcess('api-standby');
      const [first, worker] = [pidOf('api'), pidOf('worker')];
      writeFileSync(source, 'export const watched: number = 1;\n');
      await command.waitForOutput('api reloaded in ');
      expect(readFileSync(compiled, 'utf8')).toContain('export const watched = 1;');
      const second = pidOf('api');
      expect(second).not.toBe(first);
      expect(await get(`${apiUrl()}/readyz`)).toEqual({ status: 'ok' });

      writeFileSync(source, 'export const watched: = 2;\n');
      await command.waitForOutput('not compiled, the processes keep running');
      expect([pidOf('api'), pidOf('worker')]).toEqual([second, worker]);
      expect(readFileSync(compiled, 'utf8')).toContain('export const watched = 1;');

      const marks = listLive();
      command.kill('SIGINT');
      expect(await command.exited).toBe(0);
      expect(liveAmong(marks)).toEqual([]);
    });
  });
});

async function waitUntilOk(url: string): Promise<void> {
  await eventually(
    async () => (await fetch(url).catch(() => null))?.ok === true,
    (isOk) => isOk,
  );
}
