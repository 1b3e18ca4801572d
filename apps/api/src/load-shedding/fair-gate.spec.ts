import { FairGate } from './fair-gate.js';

/** Opens a gate with works that end on demand, and records the order in which they start. */
function openGate({ concurrency = 2, maxWaiting = 100 } = {}) {
  const gate = new FairGate({ concurrency, maxWaiting });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  const run = (key: string): void => {
    const work = () => {
      started.push(key);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    gate.run(key, work).catch(() => refused.push(key));
  };
  /** Ends the work that has run the longest. */
  const endOne = async (): Promise<void> => {
    ends.shift()?.();
    await settle();
  };
  return { gate, started, refused, run, endOne };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

describe('FairGate', () => {
  it('starts works at once up to its concurrency', async () => {
    const { started, run } = openGate();
    for (const key of ['a', 'a', 'a']) run(key);
    await settle();
    expect(started).toEqual(['a', 'a']);
  });

  it('starts waiting works in turns, one of each key', async () => {
    const { started, run, endOne } = openGate();
    for (const key of ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c']) run(key);
    for (let ended = 0; ended < 6; ended += 1) await endOne();
    expect(started.join('')).toBe('aaabcaba');
  });

  it('lets one work of another key wait for at most one turn behind 500 of a key', async () => {
    const { started, run, endOne } = openGate({ concurrency: 1, maxWaiting: 1_000 });
    for (let work = 0; work < 500; work += 1) run('crowd');
    run('one');
    await endOne();
    await endOne();
    expect(started).toEqual(['crowd', 'crowd', 'one']);
  });

  it('refuses the newest work of the key that has the most, once too many wait', async () => {
    const { refused, started, run, endOne } = openGate({ concurrency: 1, maxWaiting: 3 });
    for (const key of ['a', 'a', 'a', 'a', 'a', 'b']) run(key);
    await settle();
    expect(refused).toEqual(['a', 'a']);
    for (let ended = 0; ended < 4; ended += 1) await endOne();
    expect(started).toEqual(['a', 'a', 'b', 'a']);
  });

  it('refuses with overloaded and a time to come back', async () => {
    let refusals = 0;
    const gate = new FairGate({ concurrency: 1, maxWaiting: 0, onRefusal: () => (refusals += 1) });
    void gate.run('a', () => new Promise(() => undefined));
    await expect(gate.run('b', () => Promise.resolve())).rejects.toMatchObject({ code: 'overloaded', retryAfterS: 1 });
    expect(refusals).toBe(1);
  });

  it('goes on after a work that fails', async () => {
    const gate = new FairGate({ concurrency: 1, maxWaiting: 1 });
    const failing = gate.run('a', () => Promise.reject(new Error('no')));
    const next = gate.run('a', () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
  });
});
