import { Clock } from '@app/common';
import type { ProcessExit, RunningProcess } from './start-process.js';
import { Supervisor, type ManagedProcess } from './supervisor.js';

class FakeClock extends Clock {
  ms = 0;
  now(): Date {
    return new Date(this.ms);
  }
}

class FakeProcess implements RunningProcess {
  isStopped = false;
  readonly exited: Promise<ProcessExit>;
  private end: (exit: ProcessExit) => void = () => undefined;

  constructor(readonly pid: number) {
    this.exited = new Promise((resolve) => (this.end = resolve));
  }

  exit(code: number): void {
    this.end({ code, signal: null });
  }

  kill(signal: NodeJS.Signals): void {
    this.end({ code: null, signal });
  }

  stop(): Promise<void> {
    this.isStopped = true;
    this.end({ code: 0, signal: null });
    return Promise.resolve();
  }
}

/** A supervisor whose waits take no time and are recorded. Starts with the given numbers fail. */
function setUp(failedStarts: readonly number[] = []) {
  const clock = new FakeClock();
  const processes: FakeProcess[] = [];
  const waits: number[] = [];
  const lines: string[] = [];
  let starts = 0;
  let onStart: () => void = () => undefined;
  const managed: ManagedProcess = {
    name: 'api',
    start: () => {
      if (failedStarts.includes((starts += 1))) return Promise.reject(new Error('no'));
      const process = new FakeProcess(starts);
      processes.push(process);
      onStart();
      return Promise.resolve(process);
    },
  };
  const supervisor = new Supervisor(managed, {
    clock,
    sleep: (delayMs) => {
      waits.push(delayMs);
      return Promise.resolve();
    },
    announce: (line) => lines.push(line),
  });
  const afterNextStart = (act: () => void): Promise<void> =>
    new Promise((resolve) => {
      onStart = () => setImmediate(resolve);
      act();
    });
  return { clock, processes, waits, lines, supervisor, managed, afterNextStart };
}

describe('Supervisor', () => {
  it('restarts a process each time it ends, with growing delays', async () => {
    const { supervisor, processes, waits, lines, afterNextStart } = setUp();
    await supervisor.start();
    await afterNextStart(() => processes[0]?.exit(1));
    await afterNextStart(() => processes[1]?.kill('SIGKILL'));
    await afterNextStart(() => processes[2]?.exit(0));
    expect(waits).toEqual([200, 400, 800]);
    expect(lines).toEqual([
      'api ended with exit code 1; restarting in 0.2 s',
      'api was ended by SIGKILL; restarting in 0.4 s',
      'api ended with exit code 0; restarting in 0.8 s',
    ]);
    await supervisor.stop(0);
  });

  it('resets the delay after ten seconds of health', async () => {
    const { supervisor, processes, waits, clock, afterNextStart } = setUp();
    await supervisor.start();
    await afterNextStart(() => processes[0]?.exit(1));
    clock.ms += 10_000;
    await afterNextStart(() => processes[1]?.exit(1));
    expect(waits).toEqual([200, 200]);
    await supervisor.stop(0);
  });

  it('retries a failed restart', async () => {
    const { supervisor, processes, waits, lines, afterNextStart } = setUp([2, 3]);
    await supervisor.start();
    await afterNextStart(() => processes[0]?.exit(1));
    expect(waits).toEqual([200, 400, 800]);
    expect(lines.at(-1)).toBe('api did not start (no); restarting in 0.8 s');
    await supervisor.stop(0);
  });

  it('stops the process and restarts it no more', async () => {
    const { supervisor, processes, lines } = setUp();
    await supervisor.start();
    await supervisor.stop(100);
    expect([processes.length, processes[0]?.isStopped, lines]).toEqual([1, true, []]);
  });

  it('rejects when the first start fails or the process does not become ready', async () => {
    await expect(setUp([1]).supervisor.start()).rejects.toThrow('no');
    const { managed } = setUp();
    const tools = { clock: new FakeClock(), sleep: () => Promise.resolve(), announce: () => undefined };
    const neverReady = { ...managed, waitUntilReady: () => Promise.reject(new Error('not ready')) };
    await expect(new Supervisor(neverReady, tools).start()).rejects.toThrow('not ready');
  });

  describe('restart', () => {
    it('replaces the process without a delay, and supervises the new one', async () => {
      const { supervisor, processes, waits, lines, afterNextStart } = setUp();
      await supervisor.start();
      await supervisor.restart(100);
      expect([processes.map(({ isStopped }) => isStopped), waits, lines]).toEqual([[true, false], [], []]);
      await afterNextStart(() => processes[1]?.exit(1));
      expect(lines).toEqual(['api ended with exit code 1; restarting in 0.2 s']);
      await supervisor.stop(0);
    });

    it('resolves when the new process is ready', async () => {
      const { managed } = setUp();
      const ready: number[] = [];
      const tools = { clock: new FakeClock(), sleep: () => Promise.resolve(), announce: () => undefined };
      const waitUntilReady = ({ pid }: RunningProcess) => Promise.resolve(void ready.push(pid));
      const supervisor = new Supervisor({ ...managed, waitUntilReady }, tools);
      await supervisor.start();
      await supervisor.restart(100);
      expect(ready).toEqual([1, 2]);
      await supervisor.stop(0);
    });

    it('does nothing after stop', async () => {
      const { supervisor, processes } = setUp();
      await supervisor.start();
      await supervisor.stop(0);
      await supervisor.restart(0);
      expect(processes).toHaveLength(1);
    });
  });
});
