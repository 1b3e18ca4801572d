import { Clock } from '@app/common';
import type { PartExit, RunningPart } from './child-part.js';
import { Supervisor, type Part } from './supervisor.js';

class FakeClock extends Clock {
  ms = 0;
  now(): Date {
    return new Date(this.ms);
  }
}

class FakeProcess implements RunningPart {
  stopped = false;
  readonly exited: Promise<PartExit>;
  private end: (exit: PartExit) => void = () => undefined;

  constructor(readonly pid: number) {
    this.exited = new Promise((resolve) => (this.end = resolve));
  }

  die(code: number): void {
    this.end({ code, signal: null });
  }

  kill(signal: NodeJS.Signals): void {
    this.end({ code: null, signal });
  }

  stop(): Promise<void> {
    this.stopped = true;
    this.end({ code: 0, signal: null });
    return Promise.resolve();
  }
}

/** A part whose starts are scripted, and a world in which waiting takes no time but is written down. */
function world(refusedStarts: readonly number[] = []) {
  const clock = new FakeClock();
  const processes: FakeProcess[] = [];
  const waits: number[] = [];
  const lines: string[] = [];
  let starts = 0;
  let started: () => void = () => undefined;
  const part: Part = {
    name: 'api',
    start: () => {
      if (refusedStarts.includes((starts += 1))) return Promise.reject(new Error('no'));
      const process = new FakeProcess(starts);
      processes.push(process);
      started();
      return Promise.resolve(process);
    },
  };
  const supervisor = new Supervisor(part, {
    clock,
    sleep: (delayMs) => {
      waits.push(delayMs);
      return Promise.resolve();
    },
    announce: (line) => lines.push(line),
  });
  const afterNextStart = (act: () => void): Promise<void> =>
    new Promise((resolve) => {
      started = () => setImmediate(resolve);
      act();
    });
  return { clock, processes, waits, lines, supervisor, part, afterNextStart };
}

describe('Supervisor', () => {
  it('starts a part again each time that it dies, more and more slowly, and says so', async () => {
    const { supervisor, processes, waits, lines, afterNextStart } = world();
    await supervisor.start();
    await afterNextStart(() => processes[0]?.die(1));
    await afterNextStart(() => processes[1]?.kill('SIGKILL'));
    await afterNextStart(() => processes[2]?.die(0));
    expect(waits).toEqual([200, 400, 800]);
    expect(lines).toEqual([
      'api ended with exit code 1; starting it again in 0.2 s',
      'api was ended by SIGKILL; starting it again in 0.4 s',
      'api ended with exit code 0; starting it again in 0.8 s',
    ]);
    await supervisor.stop(0);
  });

  it('forgets earlier deaths after ten seconds of health', async () => {
    const { supervisor, processes, waits, clock, afterNextStart } = world();
    await supervisor.start();
    await afterNextStart(() => processes[0]?.die(1));
    clock.ms += 10_000;
    await afterNextStart(() => processes[1]?.die(1));
    expect(waits).toEqual([200, 200]);
    await supervisor.stop(0);
  });

  it('does not give up when a start fails', async () => {
    const { supervisor, processes, waits, lines, afterNextStart } = world([2, 3]);
    await supervisor.start();
    await afterNextStart(() => processes[0]?.die(1));
    expect(waits).toEqual([200, 400, 800]);
    expect(lines.at(-1)).toBe('api did not start (no); starting it again in 0.8 s');
    await supervisor.stop(0);
  });

  it('stops the part and starts nothing after that', async () => {
    const { supervisor, processes, lines } = world();
    await supervisor.start();
    await supervisor.stop(100);
    expect([processes.length, processes[0]?.stopped, lines]).toEqual([1, true, []]);
  });

  it('rejects when the very first start fails or never becomes ready', async () => {
    await expect(world([1]).supervisor.start()).rejects.toThrow('no');
    const { part } = world();
    const tools = { clock: new FakeClock(), sleep: () => Promise.resolve(), announce: () => undefined };
    const neverReady = { ...part, untilReady: () => Promise.reject(new Error('not ready')) };
    await expect(new Supervisor(neverReady, tools).start()).rejects.toThrow('not ready');
  });
});
