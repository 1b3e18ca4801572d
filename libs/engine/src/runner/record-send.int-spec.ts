import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { ChainUnavailableError, type Receipt, type RefState } from '@app/chain';
import { type Action, Secret } from '@app/common';
import { Logger, Metrics } from '@app/observability';
import { type EngineFixture, MARKET, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { CallLogs } from '../../../../tools/support/engine/call-logs.js';
import { computeHash, StubChain, StubCustody } from '../../../../tools/support/engine/stub-ports.js';
import { parseJson, textAt } from '../../../../tools/support/json.js';
import {
  type PreparedTransaction,
  ProviderError,
  type ProviderTransaction,
  type TransactionRequest,
} from '../domain/ports/custody.js';
import type { EngineDependencies } from './engine-dependencies.js';
import { StepRunner } from './step-runner.js';
import { type StopTimer, Timers } from './timers.js';

type Shown = Pick<ProviderTransaction, 'state' | 'errorReason'> & { hasHash: boolean };

const PENDING: Shown = { state: 'pending', hasHash: false, errorReason: null };
const COMPLETE: Shown = { state: 'complete', hasHash: true, errorReason: null };
const DENIED: Shown = { state: 'denied', hasHash: false, errorReason: null };
const PLAN = { factoryAddress: MARKET, collateralAddress: MARKET, decimals: 6 };
const SIGNED_HASH = `0x${'5e'.repeat(32)}`;

/** Shows the given states of a transaction one after the other, and the last one from then on. */
class ShowingProvider extends StubCustody {
  private readonly left: Shown[];

  constructor(logs: CallLogs, shown: readonly Shown[]) {
    super(logs);
    this.left = [...shown];
  }

  override find({ transactionId: id }: { transactionId: string }): Promise<ProviderTransaction> {
    const { state, hasHash, errorReason } = (this.left.length > 1 ? this.left.shift() : this.left[0]) ?? PENDING;
    return Promise.resolve({ id, state, errorReason, transactionHash: hasHash ? computeHash(id) : null, refId: '' });
  }
}

/** Signs in this process, so that the hash is known before the send. */
class SigningCustody extends ShowingProvider {
  constructor(private readonly calls: CallLogs) {
    super(calls, [PENDING]);
  }

  override submit(body: string): Promise<{ transactionId: string }> {
    this.calls.mined(SIGNED_HASH, textAt(parseJson(body), 'callData'));
    return super.submit(body);
  }

  override async prepare(request: TransactionRequest): Promise<PreparedTransaction> {
    return { ...(await super.prepare(request)), hash: SIGNED_HASH };
  }
}

/** Another transaction used the nonce of the first body. */
class LateCustody extends SigningCustody {
  readonly bodies: string[] = [];

  override submit(body: string): Promise<{ transactionId: string }> {
    if (this.bodies.push(body) > 1) return super.submit(body);
    const facts = { reason: 'nonce_used' };
    const failure = { class: 'permanent', facts, resend: 'with_new_body', retryAfterMs: 0 } as const;
    return Promise.reject(new ProviderError('submit_transaction', failure));
  }
}

class BrokenProvider extends StubCustody {
  override find(): Promise<ProviderTransaction> {
    return Promise.reject(new TypeError('not a function'));
  }
}

class NoReceipts extends StubChain {
  override receipt(): Promise<Receipt | null> {
    return Promise.resolve(null);
  }
}

class UnreachableReceipts extends StubChain {
  override receipt(): Promise<Receipt> {
    return Promise.reject(new ChainUnavailableError('connection refused'));
  }
}

class UnusedRef extends StubChain {
  override refState(): Promise<RefState> {
    return Promise.resolve({ used: false, blockNumber: 1_000_000, blockTimestampMs: 0 });
  }
}

/** Timers that pass at once, and note their delays. */
class PassingTimers extends Timers {
  readonly delaysMs: number[] = [];

  now(): number {
    return sum(this.delaysMs);
  }

  after(delayMs: number, run: () => void): StopTimer {
    this.delaysMs.push(delayMs);
    queueMicrotask(run);
    return () => undefined;
  }

  every(): StopTimer {
    return () => undefined;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

describe('a send that the provider has accepted', () => {
  let fixture: EngineFixture;

  /** Statuses that steps were moved to, by execution. */
  const moves = new Map<string, string[]>();

  beforeAll(async () => {
    fixture = await openEngineFixture({ leaseMs: 600_000 });
    const { store } = fixture;
    const [arm, apply] = [store.arm.bind(store), store.apply.bind(store)];
    const note = (id: string, to = 'as it was') => void moves.set(id, [...(moves.get(id) ?? []), to]);
    jest.spyOn(store, 'arm').mockImplementation((lease, arming) => {
      note(arming.executionId, 'armed');
      return arm(lease, arming);
    });
    jest.spyOn(store, 'apply').mockImplementation((lease, change) => {
      note(change.executionId, change.step.to);
      return apply(lease, change);
    });
  });

  afterAll(() => fixture?.close());

  interface World {
    action?: Action;
    custody: (logs: CallLogs) => StubCustody;
    chain?: (logs: CallLogs) => StubChain;
    metrics?: Metrics;
  }

  /** An accepted execution whose lane is held. `advance` makes its next move. */
  async function heldExecution({ action = 'buy_yes', custody, metrics, chain = (logs) => new StubChain(logs) }: World) {
    const { agentId, laneId } = await fixture.wallet();
    const { executionId } = await fixture.accept(await fixture.intent(agentId, { action }));
    const lease = await fixture.store.acquire(laneId);
    if (lease === null) throw new Error('the lane is held');
    const logs = new CallLogs();
    const timers = new PassingTimers();
    const dependencies: EngineDependencies = {
      ...{ store: fixture.store, custody: custody(logs), chain: chain(logs), timers },
      ...{ newKey: randomUUID, random: () => 0.5, failpoints: { reach: () => Promise.resolve() } },
      ...{ metrics: metrics ?? Metrics.off(), log: Logger.create({ app: 'test', level: 'silent', format: 'json' }) },
      settings: {
        plan: PLAN,
        allowance: 'market',
        ...{
          deadlineMs: 900_000,
          confirmations: 1,
          resendWithoutLookupMs: 60_000,
          stuckAfterMs: 60_000,
          maxAccelerations: 3,
        },
        ...{ leaseMs: 600_000, laneDepth: 1, stepSealKeys: [new Secret('the seal key of the workers')] },
      },
    };
    const steps = new StepRunner(dependencies);
    const advance = async (): Promise<unknown> => {
      const lane = await fixture.store.load(lease, 1);
      const [execution] = lane.executions;
      return execution === undefined ? null : steps.advance({ lease, ...lane, execution });
    };
    return { executionId, advance, delaysMs: timers.delaysMs };
  }

  async function readStep(executionId: string): Promise<unknown> {
    return fixture.database.queryOne(
      `SELECT step.status, step.send_attempts, step.transaction_hash, e.status AS execution,
         step.provider_transaction_id IS NOT NULL AS has_id,
         ARRAY(SELECT transaction_hash FROM execution_transaction_hashes WHERE execution_id = e.id) AS hashes
       FROM execution_steps AS step JOIN executions AS e ON e.id = step.execution_id
       WHERE execution_id = $1 ORDER BY kind LIMIT 1`,
      [executionId],
    );
  }

  it('is written together with its end when provider and chain show it at once', async () => {
    const { executionId, advance, delaysMs } = await heldExecution({
      custody: (logs) => new ShowingProvider(logs, [COMPLETE]),
    });
    await advance();
    expect(moves.get(executionId)).toEqual(['armed', 'done']);
    const { id } = await fixture.database.queryOneOrFail<{ id: string }>(
      'SELECT provider_transaction_id AS id FROM execution_steps WHERE execution_id = $1 AND status = $2',
      [executionId, 'done'],
    );
    const transactionHash = computeHash(id);
    expect(await readStep(executionId)).toEqual({
      ...{ status: 'done', send_attempts: 1, transaction_hash: transactionHash, execution: 'broadcast' },
      ...{ has_id: true, hashes: [transactionHash] },
    });
    expect(delaysMs).toEqual([]);
  });

  it('is written together with its end after a short wait for the provider', async () => {
    const { executionId, advance, delaysMs } = await heldExecution({
      custody: (logs) => new ShowingProvider(logs, [PENDING, PENDING, COMPLETE]),
    });
    await advance();
    expect(moves.get(executionId)).toEqual(['armed', 'done']);
    expect(delaysMs).toEqual([40, 40]);
  });

  it('is written with its hash when no block has it', async () => {
    const { executionId, advance } = await heldExecution({
      custody: (logs) => new ShowingProvider(logs, [COMPLETE]),
      chain: (logs) => new UnreachableReceipts(logs),
    });
    await advance();
    expect(moves.get(executionId)).toEqual(['armed', 'sent']);
    const hashes = [expect.stringMatching(/^0x/)];
    expect(await readStep(executionId)).toMatchObject({ status: 'sent', execution: 'broadcast', has_id: true, hashes });
  });

  it('is written before a longer wait for the provider', async () => {
    const { executionId, advance, delaysMs } = await heldExecution({
      custody: (logs) => new ShowingProvider(logs, [PENDING]),
    });
    const delayMs = 240; // a quarter of the time until then
    const execution = {
      status: 'submitting',
      waitingFor: 'provider',
      steps: [{ status: 'sent' }, { status: 'planned' }],
    };
    expect(await advance()).toMatchObject({ again: false, waitingFor: 'provider', delayMs, execution });
    expect(moves.get(executionId)).toEqual(['armed', 'sent']);
    expect(await readStep(executionId)).toMatchObject({ status: 'sent', execution: 'submitting', has_id: true });
    expect(delaysMs).toEqual([40, 40, 40, 40, 40, 50, 63, 79, 98, 123, 154, 192]);
  });

  it('is written before a wait for the block', async () => {
    const { executionId, advance, delaysMs } = await heldExecution({
      custody: (logs) => new SigningCustody(logs),
      chain: (logs) => new NoReceipts(logs),
    });
    const execution = { status: 'broadcast', waitingFor: 'block', steps: [{ status: 'sent' }, { status: 'planned' }] };
    expect(await advance()).toMatchObject({ again: false, waitingFor: 'block', execution });
    expect(moves.get(executionId)).toEqual(['armed', 'sent']);
    expect(delaysMs).toEqual([]);
  });

  it('is written together with its end when the custody has signed it and a block has it', async () => {
    const { executionId, advance } = await heldExecution({ custody: (logs) => new SigningCustody(logs) });
    const result = await advance();
    expect(moves.get(executionId)).toEqual(['armed', 'done']);
    expect(await readStep(executionId)).toEqual({
      ...{ status: 'done', send_attempts: 1, transaction_hash: SIGNED_HASH, execution: 'broadcast' },
      ...{ has_id: true, hashes: [SIGNED_HASH] },
    });
    const execution = { status: 'broadcast', steps: [{ status: 'done' }, { status: 'planned' }] };
    expect(result).toMatchObject({ again: true, carried: { execution } });
    await advance();
    expect(moves.get(executionId)).toEqual(['armed', 'done', 'armed', 'done']);
  });

  it('follows one whose body was refused for good, with a new body', async () => {
    let custody: LateCustody | undefined;
    const { executionId, advance } = await heldExecution({ custody: (logs) => (custody = new LateCustody(logs)) });
    expect(await advance()).toMatchObject({ again: false, execution: { status: 'queued', tries: 1 } });
    expect(moves.get(executionId)).toEqual(['armed', 'planned']);
    await advance();
    expect(moves.get(executionId)).toEqual(['armed', 'planned', 'armed', 'done']);
    expect(new Set(custody?.bodies).size).toBe(2);
  });

  it('is written before an unexpected error', async () => {
    const { executionId, advance } = await heldExecution({ custody: (logs) => new BrokenProvider(logs) });
    await expect(advance()).rejects.toThrow(TypeError);
    expect(moves.get(executionId)).toEqual(['armed', 'sent']);
  });

  it('is measured once per stage, from the time at which it was armed', async () => {
    const now = performance.now.bind(performance);
    let aheadMs = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
    class SlowProvider extends ShowingProvider {
      override submit(body: string): Promise<{ transactionId: string }> {
        aheadMs += 60_000;
        return super.submit(body);
      }
    }
    const stages: { stage: string | undefined; seconds: number }[] = [];
    const metrics = {
      count: () => undefined,
      observe: (_name: string, { stage }: { stage?: string }, seconds: number) => stages.push({ stage, seconds }),
    } as unknown as Metrics;
    const { advance } = await heldExecution({ custody: (logs) => new SlowProvider(logs, [COMPLETE]), metrics });
    await advance();
    clock.mockRestore();
    expect(stages.map(({ stage }) => stage)).toEqual(['queued', 'submitted', 'broadcast', 'mined', 'confirmed']);
    const [, ...sinceArmed] = stages.slice(0, -1).map(({ seconds }) => Math.floor(seconds / 60));
    expect(sinceArmed).toEqual([1, 1, 1]);
  });

  it('is written before the node fails to answer', async () => {
    const { executionId, advance } = await heldExecution({
      custody: (logs) => new SigningCustody(logs),
      chain: (logs) => new UnreachableReceipts(logs),
    });
    await expect(advance()).rejects.toThrow(ChainUnavailableError);
    expect(moves.get(executionId)).toEqual(['armed', 'sent']);
    expect(await readStep(executionId)).toMatchObject({ status: 'sent', hashes: [SIGNED_HASH], has_id: true });
  });

  it('is written before a move that shows no transaction', async () => {
    const { executionId, advance } = await heldExecution({
      custody: (logs) => new ShowingProvider(logs, [DENIED]),
      chain: (logs) => new UnusedRef(logs),
    });
    await advance();
    expect(moves.get(executionId)).toEqual(['armed', 'sent', 'failed']);
  });

  it('shows the execution as broadcast before it ends, where it has one step', async () => {
    const { executionId, advance } = await heldExecution({
      action: 'claim_payout',
      custody: (logs) => new ShowingProvider(logs, [COMPLETE]),
    });
    await advance();
    expect(moves.get(executionId)).toEqual(['armed', 'sent']);
    expect(await readStep(executionId)).toMatchObject({ status: 'sent', execution: 'broadcast', has_id: true });
    await advance();
    expect(moves.get(executionId)).toEqual(['armed', 'sent', 'done']);
  });
});
