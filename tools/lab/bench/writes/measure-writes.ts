import { setTimeout as delay } from 'node:timers/promises';
import { inParallel } from '../../../support/in-parallel.js';
import { readCpuMs } from '../support/cpu-time.js';
import { quantile } from '../support/measure.js';
import type { WriteState, WriteSystem } from './write-system.js';

const STATE_POLL_MS = 100;
const CHAIN_POLL_MS = 20;
const BLOCK_MS = 1_000;
const PRODUCERS = 24;
const FAULT_WIDTH = 8;

/** Time without any progress after which the rest counts as lost. */
const QUIET_MS = 45_000;

/** Durations in ms. */
export interface Times {
  readonly warmUpMs: number;
  readonly windowMs: number;
}

export type Figures = Readonly<Record<string, number>>;

interface Write {
  readonly wallet: number;
  /** In base units, about a token. No other write of the run has it. */
  readonly amount: number;
}

let written = 0;
function nextWrite(wallets: number): Write {
  // Falling, so that an allowance of 20 stakes covers 20 of them.
  return { wallet: written % wallets, amount: 1_000_000 - written++ };
}

function nextWrites({ wallets }: WriteSystem, count: number): Write[] {
  return Array.from({ length: count }, () => nextWrite(wallets));
}

/** Keeps `inFlight` writes accepted and not yet on the chain. Measures rate and CPU time after the warm-up. */
export async function saturate(
  system: WriteSystem,
  { wallets, inFlight, warmUpMs, windowMs }: Times & { readonly wallets: number; readonly inFlight: number },
): Promise<Figures> {
  const waiting = new Set<number>();
  let isOver = false;
  const produce = async (): Promise<void> => {
    while (!isOver) {
      for (const amount of waiting) if (system.watcher.timesOf(amount) > 0) waiting.delete(amount);
      if (waiting.size >= inFlight) {
        await delay(CHAIN_POLL_MS);
        continue;
      }
      const { wallet, amount } = nextWrite(wallets);
      waiting.add(amount);
      await system.submit(wallet, amount);
    }
  };
  const producers = Array.from({ length: Math.min(PRODUCERS, inFlight) }, produce);
  await delay(warmUpMs);
  const before = readAll(system);
  await delay(windowMs);
  const after = readAll(system);
  isOver = true;
  await Promise.all(producers);
  await untilMined(system, [...waiting]);
  const writes = after.writes - before.writes;
  const figures: Record<string, number> = { perSecond: (1000 * writes) / (after.atMs - before.atMs) };
  for (const [group, ms] of Object.entries(after.cpuMs)) figures[group] = (ms - (before.cpuMs[group] ?? 0)) / writes;
  return figures;
}

function readAll(system: WriteSystem): { writes: number; atMs: number; cpuMs: Figures } {
  const cpuMs = Object.fromEntries(Object.entries(system.pids()).map(([group, pid]) => [group, readCpuMs(pid)]));
  return { writes: system.watcher.count, atMs: performance.now(), cpuMs };
}

/** Accepts `count` writes, `width` at a time. */
export async function accept(system: WriteSystem, count: number, width: number): Promise<Figures> {
  const writes = nextWrites(system, count);
  const startedMs = performance.now();
  await inParallel(writes, width, ({ wallet, amount }) => system.submit(wallet, amount));
  const perSecond = (1000 * count) / (performance.now() - startedMs);
  await untilMined(
    system,
    writes.map(({ amount }) => amount),
  );
  return { perSecond };
}

/**
 * Measures writes from the answer that accepts them to the answer that reports them as mined, `width` at a time. They begin at
 * any time between two blocks: right after a report, they would wait for a whole one.
 */
export async function waitForReports(system: WriteSystem, count: number, width: number): Promise<Figures> {
  const times: number[] = [];
  await inParallel(nextWrites(system, count), width, async ({ wallet, amount }) => {
    await delay(Math.random() * BLOCK_MS);
    const id = await system.submit(wallet, amount);
    const acceptedMs = performance.now();
    while ((await system.readState(id)) === 'pending') await delay(STATE_POLL_MS);
    times.push(performance.now() - acceptedMs);
  });
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/**
 * Accepts `count` writes, breaks something when a fifth is accepted, and counts what became of them.
 * @param breakIt resolves when all is whole again
 */
export async function countAfterFault(
  system: WriteSystem,
  { count, breakIt }: { readonly count: number; readonly breakIt: () => Promise<void> },
): Promise<Figures> {
  const writes = nextWrites(system, count);
  const ids = new Map<number, string>();
  const accepting = inParallel(writes, FAULT_WIDTH, async ({ wallet, amount }) => {
    ids.set(amount, await untilAccepted(() => system.submit(wallet, amount)));
  });
  while (ids.size < count / 5) await delay(CHAIN_POLL_MS);
  await breakIt();
  const healedMs = performance.now();
  await accepting;
  const states = new Map<number, WriteState>();
  let changedMs = performance.now();
  while (states.size < count && performance.now() - changedMs < QUIET_MS) {
    for (const [amount, id] of ids) {
      if (states.has(amount)) continue;
      const state = await system.readState(id);
      if (state === 'pending') continue;
      states.set(amount, state);
      changedMs = performance.now();
    }
    await delay(STATE_POLL_MS);
  }
  await untilMined(system, [...ids.keys()]);
  const { watcher } = system;
  const countWrites = (isMet: (write: Write) => boolean): number => writes.filter(isMet).length;
  return {
    lost: countWrites(({ amount }) => watcher.timesOf(amount) === 0),
    doubled: countWrites(({ amount }) => watcher.timesOf(amount) > 1),
    misreported: countWrites(({ amount }) => (states.get(amount) === 'mined') !== watcher.timesOf(amount) > 0),
    doneAfterS: Math.max(0, (changedMs - healedMs) / 1000),
  };
}

async function untilAccepted(submit: () => Promise<string>): Promise<string> {
  for (;;) {
    try {
      return await submit();
    } catch {
      await delay(STATE_POLL_MS); // the program does not answer
    }
  }
}

/** Waits until the chain holds the buys, or until no further one comes. */
async function untilMined({ watcher }: WriteSystem, amounts: readonly number[]): Promise<void> {
  let [left, changedMs] = [Infinity, performance.now()];
  while (left > 0 && performance.now() - changedMs < QUIET_MS) {
    const missing = amounts.filter((amount) => watcher.timesOf(amount) === 0).length;
    if (missing < left) [left, changedMs] = [missing, performance.now()];
    await delay(STATE_POLL_MS);
  }
}
