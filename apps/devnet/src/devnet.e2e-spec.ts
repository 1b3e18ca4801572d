import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { testRun } from '../../../test/support/test-run.js';
import { MAX_END_MS } from './devnet.js';
import { processIdentity } from './processes/process-identity.js';
import { type ProcessMark, RunFolder } from './processes/run-folder.js';
import { freePortSettings } from './cli/port-check.js';
import { PROJECT_ROOT } from './project-root.js';

const START = ['apps/devnet/src/main'];
const RESET = ['apps/devnet/src/cli/reset'];
const VERIFY = ['tools/ops', 'verify'];

/** `npm start`, or another program, in a separate process with its own ports and data folder. */
class Command {
  output = '';
  readonly exited: Promise<number | null>;
  readonly #child: ChildProcess;

  constructor(words: readonly string[], env: Readonly<Record<string, string>>) {
    this.#child = spawn(process.execPath, [path.join(PROJECT_ROOT, 'tools/run.mjs'), ...words], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
    this.exited = new Promise((resolve) => this.#child.once('close', resolve));
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async untilSays(text: string): Promise<void> {
    let ended = false;
    void this.exited.then(() => (ended = true));
    while (!this.output.includes(text)) {
      if (ended) throw new Error(`it ended without saying "${text}":\n${this.output}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

const READY = 'Presage is ready';

describe('the end of npm start', () => {
  it('has an order in which nothing is given longer than who asks for an end is wont to wait', () => {
    expect(MAX_END_MS).toBeLessThan(10_000);
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

  /** The processes that the data folder has marked and that live. */
  const parts = (): ProcessMark[] => new RunFolder(path.join(data, 'run')).listLive();
  const pidOf = (name: string): number | undefined => parts().find((part) => part.name === name)?.pid;
  const untilRuns = async (name: string, before?: number): Promise<number> => {
    for (;;) {
      const pid = pidOf(name);
      if (pid !== undefined && pid !== before) return pid;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const get = async (url: string): Promise<unknown> => (await fetch(url)).json();
  const apiUrl = () => `http://127.0.0.1:${env.API_PORT}`;

  it('names a port that is in use, with its setting, and starts nothing', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(Number(env.INBOX_PORT), '127.0.0.1', resolve));
    const command = run(START);
    expect(await command.exited).toBe(1);
    expect(command.output).toContain(`Port ${env.INBOX_PORT} (the inbox page) is already in use`);
    expect(command.output).toContain('INBOX_PORT=<port> npm start');
    expect(parts()).toEqual([]);
    await new Promise((resolve) => server.close(resolve));
  });

  it('runs the product, refuses a second start and a reset meanwhile, and restarts what dies', async () => {
    const first = run(START);
    await first.untilSays(READY);
    expect(await get(`${apiUrl()}/readyz`)).toEqual({ status: 'ok' });
    expect(await get(`${apiUrl()}/markets`)).toMatchObject({ markets: [{}, {}, {}] });
    expect(await get(`http://127.0.0.1:${env.INBOX_PORT}/messages`)).toEqual([]);
    const verification = run(VERIFY); // is told by nobody where the product is
    expect(await verification.exited).toBe(0);
    expect(verification.output).toContain('Everything that is recorded is what happened');
    expect(
      parts()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['api', 'chain', 'postgres', 'wallet-provider', 'worker']);

    for (const words of [START, RESET]) {
      const second = run(words);
      expect(await second.exited).toBe(1);
      expect(second.output).toContain(`Presage already runs on ${data}`);
    }

    for (const name of ['api', 'worker', 'wallet-provider', 'chain', 'postgres']) {
      const before = await untilRuns(name);
      process.kill(before, 'SIGKILL');
      await first.untilSays(`${name} was ended by SIGKILL; starting it again in 0.2 s`);
      await untilRuns(name, before);
    }
    await untilReady(`${apiUrl()}/readyz`);
    await untilReady(`http://127.0.0.1:${env.WORKER_PORT}/readyz`);

    const marked = parts();
    first.kill('SIGTERM');
    expect(await first.exited).toBe(0);
    expect(marked.filter(({ pid }) => processIdentity(pid) !== null)).toEqual([]);
  });

  it('clears what a run that was killed left behind, keeps the data, and resets it', async () => {
    const factory = () =>
      (JSON.parse(readFileSync(path.join(data, 'deployment.json'), 'utf8')) as { factory: string }).factory;
    const killed = run(START);
    await killed.untilSays(READY);
    const before = { factory: factory(), markets: await get(`${apiUrl()}/markets`) };
    killed.kill('SIGKILL');
    await killed.exited;
    const orphans = parts();
    expect(orphans.length).toBeGreaterThanOrEqual(3);

    const next = run(START);
    await next.untilSays(READY);
    expect(next.output).toContain('an earlier run left');
    expect(orphans.filter(({ pid }) => processIdentity(pid) !== null)).toEqual([]);
    expect({ factory: factory(), markets: await get(`${apiUrl()}/markets`) }).toEqual(before);
    next.kill('SIGINT');
    expect(await next.exited).toBe(0);

    expect(await run(RESET).exited).toBe(0);
    expect(existsSync(data)).toBe(false);
  });

  it('heals a first start that was cut off, and ends at once when it is asked again', async () => {
    const cutOff = run(START);
    await cutOff.untilSays('inbox on port');
    cutOff.kill('SIGKILL');
    await cutOff.exited;
    const next = run(START);
    await next.untilSays(READY);
    const marked = parts();
    for (const { pid } of marked) process.kill(pid, 'SIGSTOP'); // none of them will end by itself
    const askedMs = Date.now();
    const asking = setInterval(() => next.kill('SIGINT'), 100);
    await next.exited;
    clearInterval(asking);
    expect(Date.now() - askedMs).toBeLessThan(MAX_END_MS); // asked once, it gives them all of that
    expect(marked.filter(({ pid }) => processIdentity(pid) !== null)).toEqual([]);
  });
});

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
