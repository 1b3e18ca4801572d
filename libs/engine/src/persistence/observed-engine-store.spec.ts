import type { Execution, LaneWork, Step } from '../domain/lane-work.js';
import type { Change, EngineStore, Lease } from '../domain/ports/engine-store.js';
import { ObservedEngineStore } from './observed-engine-store.js';

const LEASE: Lease = { laneId: 'lane', fence: '1' };
const ACCEPTED_MS = 1_000_000;

function step(kind: Step['kind'], fields: Partial<Step> = {}): Step {
  return { kind, status: 'planned', armedAtMs: null, lastSentAtMs: null, updatedAtMs: ACCEPTED_MS, ...fields } as Step;
}

function execution(steps: Step[]): Execution {
  return {
    id: 'execution',
    status: 'queued',
    createdAtMs: ACCEPTED_MS,
    intent: { action: 'buy_yes' },
    steps,
  } as unknown as Execution;
}

/** A store that does nothing but answer this, an hour ahead of the process's clock. */
class Scene {
  told: unknown[][] = [];
  elapsedMs = 0;
  work: LaneWork;
  readonly store: ObservedEngineStore;

  constructor() {
    const inner = {
      load: () => Promise.resolve(this.work),
      arm: () => Promise.resolve({ armed: true }),
      apply: () => Promise.resolve(),
      release: () => Promise.resolve(false),
    } as unknown as EngineStore;
    const tell =
      (what: string) =>
      (...facts: unknown[]): void => {
        this.told.push([what, ...facts]);
      };
    const observer = {
      written: () => undefined,
      stageTook: tell('stage'),
      becameUnknown: tell('unknown'),
      ended: tell('ended'),
    };
    this.store = new ObservedEngineStore(inner, observer, () => this.elapsedMs);
  }

  async see(nowMs: number, steps: Step[]): Promise<void> {
    this.work = { nowMs, providerWalletId: null, breakerOpen: false, execution: execution(steps) };
    await this.store.load(LEASE);
  }

  apply(change: Partial<Change>): Promise<void> {
    const from = { execution: 'submitting', step: 'armed' } as const;
    return this.store.apply(LEASE, { executionId: 'execution', from, event: { type: 'x' }, ...change } as Change);
  }
}

describe('ObservedEngineStore', () => {
  it('times every stage by the store’s clock', async () => {
    const scene = new Scene();
    await scene.see(ACCEPTED_MS + 40, [step('main')]);
    scene.elapsedMs = 10;
    await scene.store.arm(LEASE, { executionId: 'execution', kind: 'main' } as never);
    scene.elapsedMs = 110;
    await scene.apply({ step: { kind: 'main', to: 'sent' } });
    const sent = step('main', { status: 'sent', armedAtMs: ACCEPTED_MS + 50, lastSentAtMs: ACCEPTED_MS + 50 });
    await scene.see(ACCEPTED_MS + 350, [sent]);
    await scene.apply({ step: { kind: 'main', transactionHash: '0x1' }, execution: { transactionHash: '0x1' } });
    scene.elapsedMs += 700;
    await scene.apply({ step: { kind: 'main', to: 'mined' }, execution: { transactionHash: '0x1' } });
    await scene.see(ACCEPTED_MS + 1_100, [{ ...sent, status: 'mined', updatedAtMs: ACCEPTED_MS + 1_050 }]);
    await scene.apply({ step: { kind: 'main', to: 'done' }, execution: { to: 'executed' } });
    expect(scene.told).toEqual([
      ['stage', 'queued', 50],
      ['stage', 'submitted', 100],
      ['stage', 'broadcast', 300],
      ['stage', 'mined', 1_000],
      ['stage', 'confirmed', 50],
      ['stage', 'total', 1_100],
      ['ended', 'buy_yes', 'executed'],
    ]);
  });

  it('tells of a wait for the lane once, at the first step of a buy', async () => {
    const scene = new Scene();
    await scene.see(ACCEPTED_MS + 40, [step('approve', { status: 'done' }), step('main')]);
    await scene.store.arm(LEASE, { executionId: 'execution', kind: 'main' } as never);
    expect(scene.told).toEqual([]);
  });

  it('tells of outcomes that become unknown, and of failures', async () => {
    const scene = new Scene();
    await scene.see(ACCEPTED_MS + 5, [step('main', { status: 'armed' })]);
    await scene.apply({ step: { kind: 'main', to: 'unknown' }, execution: { to: 'unknown' } });
    await scene.apply({ step: { kind: 'main', to: 'failed' }, execution: { to: 'failed' } });
    expect(scene.told).toEqual([
      ['unknown', 'buy_yes'],
      ['stage', 'total', 5],
      ['ended', 'buy_yes', 'failed'],
    ]);
  });

  it('says nothing of what was refused, or of a lane that it no longer holds', async () => {
    const scene = new Scene();
    await scene.see(ACCEPTED_MS, [step('main')]);
    await scene.store.release(LEASE, null);
    await scene.apply({ step: { kind: 'main', to: 'done' }, execution: { to: 'executed' } });
    expect(scene.told).toEqual([]);
  });
});
