import { randomUUID } from 'node:crypto';
import { type AgentWallet, markLaneChanged, WalletsRepository } from '@app/agents';
import { AppError } from '@app/common';
import { IntentsRepository } from '@app/intents';
import { cancelIntent } from '../../../libs/intents/src/executions/cancel-intent.js';
import type { Arming, ArmingResult, Change, Lease } from '../../../libs/engine/src/domain/ports/engine-store.js';
import type { StepKind } from '../../../libs/engine/src/domain/states.js';
import { stealLane } from '../../../libs/engine/src/persistence/lane-leases.js';
import { MemoryCommands, RefusedError } from '../../../tools/lab/simulation/memory/memory-commands.js';
import { MemoryEngine } from '../../../tools/lab/simulation/memory/memory-engine.js';
import { emptyTables } from '../../../tools/lab/simulation/scenario/initial-state.js';
import { World } from '../../../tools/lab/simulation/world/world.js';
import type { EngineFixture } from '../engine-fixture.js';
import { existing, modelRows, realRows } from './model-rows.js';
import { NoopObserver } from './noop-observer.js';

/** Long enough that a lease expires only through `expire`. */
export const LEASE_MS = 600_000;

export interface Answer {
  answer?: unknown;
  error?: string;
}

export interface Answers {
  real: Answer;
  model: Answer;
}

/** Runs the same commands on the real store and on the in-memory model. Executions are indexed by their acceptance. */
export class ModelComparison {
  readonly intentIds: string[] = [];
  laneId = '';
  private readonly world = new World(1, null);
  private readonly engine = new MemoryEngine({
    world: this.world,
    tables: emptyTables(this.world.nowMs),
    observer: new NoopObserver(),
    settings: { leaseMs: LEASE_MS, providerPostsPerSecond: 1_000 },
  });
  private readonly commands = new MemoryCommands(this.engine);
  /** Ids in the database and in the model. */
  readonly executions: [real: string, model: string][] = [];

  constructor(private readonly fixture: EngineFixture) {}

  async populate(actions: readonly ('buy_yes' | 'claim_payout')[]): Promise<void> {
    const { agentId, laneId } = await this.fixture.wallet({ maxTradeAmount: '100' });
    this.laneId = laneId;
    const wallet = await new WalletsRepository(this.fixture.database).findById(laneId);
    if (wallet !== null) this.engine.tables.wallets.set(laneId, wallet);
    for (const action of actions) {
      const id = await this.fixture.intent(agentId, { action });
      const intent = await new IntentsRepository(this.fixture.database).find(id);
      if (intent !== null) this.engine.tables.intents.set(id, intent);
      this.intentIds.push(id);
    }
  }

  accept(intentId: string) {
    return this.both(
      async () => {
        const { executionId } = await this.fixture.accept(intentId);
        this.executions.push([executionId, '']);
        return 'accepted';
      },
      () => {
        const id = this.commands.accept(intentId, this.world.nowMs);
        const pair = this.executions.at(-1);
        if (pair !== undefined) pair[1] = id;
        return 'accepted';
      },
    );
  }

  cancel(intentId: string) {
    return this.both(
      async () => void (await cancelIntent(this.fixture.database, intentId)),
      () => this.commands.cancel(existing(this.engine.tables.intents.get(intentId)), this.world.nowMs),
    );
  }

  acquire() {
    return this.both(
      () => this.fixture.store.acquire(this.laneId),
      () => this.engine.acquire(this.laneId),
    );
  }

  expire() {
    return this.both(
      () => this.sql(`UPDATE lanes SET lease_until = now() - interval '1 s' WHERE id = $1 AND lease_until IS NOT NULL`),
      () => {
        const lane = this.engine.tables.lanes.get(this.laneId);
        if (lane !== undefined && lane.leaseUntilMs !== null) lane.leaseUntilMs = this.world.nowMs - 1_000;
      },
    );
  }

  steal() {
    return this.both(
      () => stealLane(this.fixture.database, this.laneId),
      () => this.engine.stealLane(this.laneId),
    );
  }

  renew(lease: Lease) {
    return this.both(
      async () => [...(await this.fixture.store.renew([lease]))],
      () => [...this.engine.renew([lease])],
    );
  }

  release(lease: Lease, delayMs: number | null) {
    return this.both(
      () => this.fixture.store.release(lease, delayMs),
      () => this.engine.release(lease, delayMs),
    );
  }

  load(lease: Lease) {
    return this.both(
      async () => (await this.fixture.store.load(lease, 1)).executions[0]?.intent.id ?? null,
      () => this.engine.load(lease, 1).executions[0]?.intent.id ?? null,
    );
  }

  arm(lease: Lease, index: number, kind: StepKind) {
    const arming = (executionId: string): Omit<Arming, 'idempotencyKey'> => {
      const deadlineMs = Math.ceil(Date.now() / 1000) * 1000 + 900_000;
      const sealUnder = (policyVersion: string) => `seal ${policyVersion}`;
      return {
        executionId,
        kind,
        allowance: null,
        contractAddress: '0xc',
        body: '{"b":1}',
        deadlineMs,
        transactionHash: null,
        sealUnder,
      };
    };
    const idempotencyKey = randomUUID();
    return this.both(
      async () => withoutTime(await this.fixture.store.arm(lease, { ...arming(this.real(index)), idempotencyKey })),
      () => withoutTime(this.engine.arm(lease, { ...arming(this.model(index)), idempotencyKey })),
    );
  }

  countSend(lease: Lease, index: number, kind: StepKind) {
    return this.both(
      () => this.fixture.store.countSend(lease, { executionId: this.real(index), kind }),
      () => this.engine.countSend(lease, { executionId: this.model(index), kind }),
    );
  }

  useSendPermit(lease: Lease) {
    return this.both(
      () => this.fixture.store.useSendPermit(lease),
      () => this.engine.useSendPermit(lease),
    );
  }

  apply(lease: Lease, index: number, change: Omit<Change, 'executionId'>) {
    return this.both(
      async () => (await this.fixture.store.apply(lease, { ...change, executionId: this.real(index) })).released,
      () => this.engine.apply(lease, { ...change, executionId: this.model(index) }).released,
    );
  }

  setWaitingFor(lease: Lease, index: number) {
    const waitingFor = 'gas' as const;
    return this.both(
      () => this.fixture.store.setWaitingFor(lease, { executionId: this.real(index), waitingFor }),
      () => this.engine.setWaitingFor(lease, { executionId: this.model(index), waitingFor }),
    );
  }

  pause(scope: string, paused: boolean) {
    return this.both(
      () => this.fixture.database.query('UPDATE execution_pauses SET paused = $2 WHERE scope = $1', [scope, paused]),
      () => {
        if (paused) this.engine.tables.pauses.add(scope);
        else this.engine.tables.pauses.delete(scope);
      },
      true,
    );
  }

  changeWallet(change: Pick<AgentWallet, 'status' | 'paused' | 'maxTradeAmount'>) {
    return this.both(
      async () => {
        const { status, paused, maxTradeAmount } = change;
        const text = `UPDATE agent_wallets SET status = $2, paused = $3, max_trade_amount = $4, policy_version = policy_version + 1
          WHERE id = $1`;
        await this.fixture.database.query(text, [this.laneId, status, paused, maxTradeAmount]);
        await markLaneChanged(this.fixture.database, this.laneId);
      },
      () => this.commands.changePolicy(this.laneId, change),
      true,
    );
  }

  /** Returns the rows that decisions depend on, from both sides, with times relative to now. */
  async rows(): Promise<{ real: unknown; model: unknown }> {
    const { laneId, intentIds, executions } = this;
    const [realIds, modelIds] = [executions.map(([real]) => real), executions.map(([, model]) => model)];
    return {
      real: await realRows(this.fixture.database, { laneId, intentIds, executionIds: realIds }),
      model: modelRows(this.engine.tables, { laneId, intentIds, executionIds: modelIds }, this.world.nowMs),
    };
  }

  private async both(real: () => Promise<unknown>, model: () => unknown, ignoreAnswers = false): Promise<Answers> {
    const answers = {
      real: await describeAnswer(real),
      model: await describeAnswer(() => Promise.resolve().then(model)),
    };
    return ignoreAnswers ? { real: {}, model: {} } : answers;
  }

  private sql(text: string): Promise<unknown> {
    return this.fixture.database.query(text, [this.laneId]).then(() => undefined);
  }

  private real(index: number): string {
    return this.executions[index]?.[0] ?? 'none';
  }

  private model(index: number): string {
    return this.executions[index]?.[1] ?? 'none';
  }
}

async function describeAnswer(run: () => Promise<unknown>): Promise<Answer> {
  try {
    return { answer: (await run()) ?? null };
  } catch (error) {
    if (error instanceof AppError || error instanceof RefusedError) return { error: error.code };
    return { error: error instanceof Error ? error.constructor.name : 'unknown' };
  }
}

/** The two stores have different clocks. */
function withoutTime(result: ArmingResult): object {
  return result.armed ? { armed: true } : result;
}
