import { randomUUID } from 'node:crypto';
import type { RefState } from '@app/chain';
import { type AcceptedKeys, Secret } from '@app/common';
import { Logger, type Metrics } from '@app/observability';
import { OWNER_ROLE, PROCESS_ROLES } from '@app/persistence';
import { buildArming } from '../../../../test/support/accepted-execution.js';
import { type EngineFixture, MARKET, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { CallLogs } from '../../../../tools/support/engine/call-logs.js';
import { StubChain, StubCustody } from '../../../../tools/support/engine/stub-ports.js';
import type { Lease } from '../domain/ports/engine-store.js';
import { ProviderError, type ProviderTransaction } from '../domain/ports/custody.js';
import type { EngineDependencies } from './engine-dependencies.js';
import { settleByEvidence } from './settle-by-evidence.js';
import { StepRunner } from './step-runner.js';
import { SystemTimers } from './timers.js';

const KEY = new Secret('the seal key of the workers');
const NEXT_KEY = new Secret('the next key of the workers');
const DEADLINE_MS = 900_000;
const PLAN = { factoryAddress: MARKET, collateralAddress: MARKET, decimals: 6 };

/** A provider that records every request, and does not answer the first one. */
class RecordingProvider extends StubCustody {
  readonly sent: string[] = [];
  accelerations = 0;

  constructor() {
    super(new CallLogs());
  }

  override submit(body: string): Promise<{ transactionId: string }> {
    this.sent.push(body);
    if (this.sent.length > 1) return super.submit(body);
    const failure = { class: 'unknown', facts: {}, resend: 'after_backoff', retryAfterMs: 0 } as const;
    return Promise.reject(new ProviderError('submit', failure));
  }

  override accelerate(): Promise<{ transactionId: string }> {
    this.accelerations += 1;
    return Promise.resolve({ transactionId: randomUUID() });
  }

  override find({ transactionId: id }: { transactionId: string }): Promise<ProviderTransaction> {
    const transaction = { id, transactionHash: null, errorReason: null, refId: '' };
    return Promise.resolve({ ...transaction, state: 'stuck' });
  }

  override listByRef(): Promise<ProviderTransaction[]> {
    return Promise.resolve([]);
  }
}

/** A chain on which nothing has taken effect, far past every deadline. */
class SilentChain extends StubChain {
  constructor() {
    super(new CallLogs());
  }

  override allowance(): Promise<bigint> {
    return Promise.resolve(0n);
  }

  override refState(): Promise<RefState> {
    return Promise.resolve({ used: false, blockNumber: 1_000_000, blockTimestampMs: Date.now() + 10 * DEADLINE_MS });
  }
}

describe('the seal of an armed step', () => {
  let fixture: EngineFixture;
  /** Violation that was counted last. */
  let reported: string | undefined;
  const metrics = {
    count: (_name: string, { violation }: { violation?: string }) => void (reported = violation ?? reported),
    observe: () => undefined,
  } as unknown as Metrics;

  beforeEach(() => {
    reported = undefined;
  });

  beforeAll(async () => {
    fixture = await openEngineFixture({ leaseMs: 600_000 });
  });

  afterAll(() => fixture?.close());

  interface Armed {
    laneId: string;
    executionId: string;
    intentId: string;
    lease: Lease;
    provider: RecordingProvider;
    /** Makes the next move as if `laterMs` had passed. */
    advance: (laterMs?: number) => Promise<unknown>;
  }

  /** An approval that a worker has armed and sent, without an answer. */
  async function armedStep(): Promise<Armed> {
    const { laneId, agentId, ...ids } = await accepted();
    return { ...ids, ...(await serve(laneId, agentId)) };
  }

  async function accepted(): Promise<Pick<Armed, 'laneId' | 'executionId' | 'intentId'> & { agentId: string }> {
    const { agentId, laneId } = await fixture.wallet();
    const intentId = await fixture.intent(agentId);
    const { executionId } = await fixture.accept(intentId);
    return { agentId, laneId, intentId, executionId };
  }

  async function serve(
    laneId: string,
    agentId: string,
    keys: AcceptedKeys = [KEY],
  ): Promise<Omit<Armed, 'executionId' | 'intentId'>> {
    const lease = await fixture.store.acquire(laneId);
    if (lease === null) throw new Error(`the lane of ${agentId} is held`);
    const provider = new RecordingProvider();
    const advance = (laterMs = 20_000): Promise<unknown> => advanceWith(provider, { lease, keys, laterMs });
    await advance(0);
    return { laneId, lease, provider, advance };
  }

  async function advanceWith(
    provider: RecordingProvider,
    { lease, keys, laterMs }: { lease: Lease; keys: AcceptedKeys; laterMs: number },
  ): Promise<unknown> {
    const lane = await fixture.store.load(lease, 1);
    const [execution] = lane.executions;
    if (execution === undefined) return null;
    const steps = new StepRunner(partsWith(provider, keys));
    return steps.advance({ lease, ...lane, nowMs: lane.nowMs + laterMs, execution });
  }

  function partsWith(provider: RecordingProvider, stepSealKeys: AcceptedKeys): EngineDependencies {
    return {
      ...{ store: fixture.store, custody: provider, chain: new SilentChain(), newKey: randomUUID, random: () => 0.5 },
      ...{ failpoints: { reach: () => Promise.resolve() }, metrics, timers: new SystemTimers() },
      log: Logger.create({ app: 'test', level: 'silent', format: 'json' }),
      settings: {
        plan: PLAN,
        allowance: 'market',
        ...{
          deadlineMs: DEADLINE_MS,
          confirmations: 1,
          resendWithoutLookupMs: 60_000,
          stuckAfterMs: 1_000,
          maxAccelerations: 3,
        },
        ...{ leaseMs: 10_000, laneDepth: 1, stepSealKeys },
      },
    };
  }

  /** Types of the execution's events in the log of its agent. */
  async function readHistory(executionId: string): Promise<string[]> {
    const rows = await fixture.database.query<{ type: string }>(
      'SELECT type FROM logged_events WHERE subject_id = $1 ORDER BY seq',
      [executionId],
    );
    return rows.map(({ type }) => type);
  }

  async function readStatus(executionId: string): Promise<unknown> {
    return fixture.database.queryOne('SELECT status FROM executions WHERE id = $1', [executionId]);
  }

  /** Runs the statement as a role, or as the server's administrator. */
  async function forge(role: string | null, statement: string, executionId: string): Promise<void> {
    await fixture.database.transaction(async (tx) => {
      if (role !== null) await tx.query(`SET LOCAL ROLE ${role}`);
      const rows = await tx.query(`${statement} RETURNING 1`, [executionId]);
      expect(rows).toHaveLength(1);
    });
  }

  it('lets a genuine step be sent again to the byte', async () => {
    const { provider, advance, executionId } = await armedStep();
    await advance();
    expect(provider.sent).toHaveLength(2);
    expect(provider.sent[1]).toBe(provider.sent[0]);
    expect(await readStatus(executionId)).toEqual({ status: 'submitting' });
  });

  const UPDATE = (assignments: string): string =>
    `UPDATE execution_steps SET ${assignments} WHERE execution_id = $1 AND kind = 'approve'`;
  const OTHER = `0x${'ee'.repeat(20)}`;
  /** Changes that the role of the workers has the privileges for. */
  const STEP_FORGERIES = [
    ['body', UPDATE(`body = replace(body, '"contractAddress":"0x', '"contractAddress":"0xee')`), 'seal_differs'],
    ['call in its body', UPDATE(`body = replace(body, '"callData":"0x', '"callData":"0xa9059cbb')`), 'seal_differs'],
    ['whole body', UPDATE(`body = '{}'`), 'seal_differs'],
    ['deadline', UPDATE(`deadline = deadline + interval '1 day'`), 'seal_differs'],
    ['deadline to none', UPDATE(`deadline = 'infinity'`), 'seal_differs'],
    ['allowance', UPDATE('allowance_base_units = 2 * allowance_base_units'), 'seal_differs'],
    ['idempotency key', UPDATE('idempotency_key = gen_random_uuid()'), 'seal_differs'],
    ['policy version', UPDATE('policy_version = policy_version + 1'), 'seal_differs'],
    ['seal', UPDATE(`seal = repeat('0', 64)`), 'seal_differs'],
    ['seal, removed', UPDATE('seal = NULL'), 'seal_missing'],
    [
      'wallet at the provider',
      `UPDATE agent_wallets SET provider_wallet_id = gen_random_uuid()::text
       WHERE id = (SELECT lane_id FROM executions WHERE id = $1)`,
      'body_differs',
    ],
  ] as const;
  const TERM_FORGERIES = [
    [
      'action of its intent',
      `UPDATE agent_intents SET action = 'create_market' WHERE current_execution_id = $1`,
      'seal_differs',
    ],
    ['attempt', 'UPDATE executions SET attempt = attempt + 1 WHERE id = $1', 'seal_differs'],
    ['amount in its intent', `UPDATE agent_intents SET amount = '999' WHERE current_execution_id = $1`, 'seal_differs'],
    [
      'market in its intent',
      `UPDATE agent_intents SET market_contract_address = '${OTHER}' WHERE current_execution_id = $1`,
      'seal_differs',
    ],
  ] as const;
  const FORGERIES = [...STEP_FORGERIES, ...TERM_FORGERIES];

  it.each(FORGERIES)('keeps the API from writing a changed %s', async (_what, statement) => {
    const { provider, advance, executionId } = await armedStep();
    await expect(forge(PROCESS_ROLES.api, statement, executionId)).rejects.toMatchObject({ code: '42501' });
    await advance();
    expect(provider.sent[1]).toBe(provider.sent[0]);
  });

  it.each(TERM_FORGERIES)('keeps workers from writing a changed %s', async (_what, statement) => {
    const { executionId } = await armedStep();
    await expect(forge(PROCESS_ROLES.worker, statement, executionId)).rejects.toMatchObject({ code: '42501' });
  });

  const INSERTED_STEP = `INSERT INTO execution_steps (execution_id, kind) VALUES ($1, 'main')`;

  /** Arms a step as if a worker had sent it. */
  function armedAsSent(executionId: string): string {
    const { body, contractAddress } = buildArming(executionId, 'main');
    return `UPDATE execution_steps SET status = 'armed', idempotency_key = gen_random_uuid(), body = '${body}',
        contract_address = '${contractAddress}', deadline = now() + interval '10 minutes', armed_at = now(),
        armed_fence = 1, send_attempts = 1, last_sent_at = now(), seal = repeat('a', 64), policy_version = 1
      WHERE execution_id = $1 AND kind = 'main'`;
  }

  /** Replaces a step by the sealed step of another execution. */
  function copiedStep(otherId: string): string {
    return `UPDATE execution_steps AS step SET body = other.body, seal = other.seal, deadline = other.deadline
      FROM execution_steps AS other
      WHERE step.execution_id = $1 AND step.kind = 'approve'
        AND other.execution_id = '${otherId}' AND other.kind = 'approve'`;
  }

  /** An execution in progress that has no step. */
  async function withoutStep(): Promise<{ agentId: string; laneId: string; executionId: string }> {
    const { agentId, laneId } = await fixture.wallet();
    const { executionId } = await fixture.accept(await fixture.intent(agentId, { action: 'claim_payout' }));
    await fixture.database.query('DELETE FROM execution_steps WHERE execution_id = $1', [executionId]);
    await fixture.database.query(`UPDATE executions SET status = 'submitting' WHERE id = $1`, [executionId]);
    return { agentId, laneId, executionId };
  }

  it.each([
    ['arming a step', (id: string) => armedAsSent(id)],
    ['copying a step that was sealed for another execution', (_id: string, otherId: string) => copiedStep(otherId)],
    ['changing a step before it is accelerated', () => UPDATE(`body = '{}'`)],
    ['accelerating a step', () => UPDATE('accelerations = 1, acceleration_key = gen_random_uuid()')],
  ])('keeps the API from %s', async (_what, statement) => {
    const [{ provider, advance, executionId }, other] = [await armedStep(), await armedStep()];
    const forgery = statement(executionId, other.executionId);
    await expect(forge(PROCESS_ROLES.api, forgery, executionId)).rejects.toMatchObject({ code: '42501' });
    await advance();
    expect(provider.sent).toEqual([provider.sent[0], provider.sent[0]]);
    expect(provider.accelerations).toBe(0);
  });

  describe.each([
    { who: 'the role of the workers', role: PROCESS_ROLES.worker, forgeries: STEP_FORGERIES },
    { who: 'the owner of the schema', role: OWNER_ROLE, forgeries: FORGERIES },
    { who: 'the administrator of the server', role: null, forgeries: FORGERIES },
  ])('written by $who', ({ role, forgeries }) => {
    it.each(forgeries)('stops the lane before a changed %s is sent', async (_what, statement, violation) => {
      const { provider, advance, executionId, laneId, lease } = await armedStep();
      await forge(role, statement, executionId);
      expect(await advance()).toEqual({ again: false, delayMs: 60_000, waitingFor: 'paused' });
      await advance();
      expect(provider.sent).toHaveLength(1);
      expect(reported).toBe(violation);
      expect((await readHistory(executionId)).filter((type) => type === 'step.seal_violated')).toHaveLength(1);
      expect(await readStatus(executionId)).toEqual({ status: 'unknown' });
      const [head] = (await fixture.store.load(lease, 1)).executions;
      expect({ laneId, head: head?.id }).toEqual({ laneId, head: executionId });
    });

    it('does not send an inserted step', async () => {
      const { agentId, laneId, executionId } = await withoutStep();
      for (const statement of [INSERTED_STEP, armedAsSent(executionId)]) await forge(role, statement, executionId);
      const { provider, advance } = await serve(laneId, agentId);
      await advance();
      expect(provider.sent).toEqual([]);
      expect(reported).toBe('seal_differs');
    });

    it('does not send a step that was sealed for another execution', async () => {
      const [source, target] = [await armedStep(), await armedStep()];
      await forge(role, copiedStep(source.executionId), target.executionId);
      await target.advance();
      expect(target.provider.sent).toHaveLength(1);
      expect(reported).toBe('seal_differs');
    });

    it('does not accelerate a changed step', async () => {
      const { provider, advance, executionId } = await armedStep();
      await advance();
      await forge(role, UPDATE(`body = '{}'`), executionId);
      await advance(DEADLINE_MS - 60_000);
      await advance(DEADLINE_MS - 60_000);
      expect(provider.accelerations).toBe(0);
    });
  });

  it('accelerates a genuine step, and uses up a token for it', async () => {
    const { provider, advance, laneId } = await armedStep();
    await advance();
    await advance(DEADLINE_MS - 60_000);
    await advance(DEADLINE_MS - 60_000);
    expect(provider.accelerations).toBe(1);
    const token = await fixture.database.queryOne('SELECT token_due_at AS due FROM lanes WHERE id = $1', [laneId]);
    expect(token).toEqual({ due: null });
  });

  it('stops sends when the provider refuses the credentials of an acceleration', async () => {
    const { provider, advance } = await armedStep();
    const failure = { class: 'operator', facts: {}, resend: 'after_backoff', retryAfterMs: 0 } as const;
    provider.accelerate = () => Promise.reject(new ProviderError('accelerate', failure));
    await advance();
    await advance(DEADLINE_MS - 60_000);
    await advance(DEADLINE_MS - 60_000);
    const account = await fixture.database.queryOne('SELECT breaker_open AS open FROM provider_accounts');
    await fixture.database.query('UPDATE provider_accounts SET breaker_open = false');
    expect(account).toEqual({ open: true });
  });

  it('refuses a seal that was made with another key', async () => {
    const { lease } = await armedStep();
    const provider = new RecordingProvider();
    await advanceWith(provider, { lease, keys: [new Secret('another key')], laterMs: 20_000 });
    expect(provider.sent).toEqual([]);
  });

  it.each([
    ['after the swap, a step of a worker before it', [KEY], [NEXT_KEY, KEY]],
    ['before the swap, a step of a worker after it', [NEXT_KEY, KEY], [KEY, NEXT_KEY]],
  ] as const)('lets a worker send again, %s', async (_when, arming, sending) => {
    const { laneId, agentId, executionId } = await accepted();
    const { provider, lease } = await serve(laneId, agentId, arming);
    await advanceWith(provider, { lease, keys: sending, laterMs: 20_000 });
    expect(provider.sent).toEqual(Array(2).fill(provider.sent[0]));
    expect(reported).toBeUndefined();
    expect(await readStatus(executionId)).toEqual({ status: 'submitting' });
  });

  it('keeps the lane stopped past the deadline, until an operator settles the execution', async () => {
    const { provider, advance, executionId, laneId, lease } = await armedStep();
    await forge(null, UPDATE(`body = '{}'`), executionId);
    await advance();
    await advance(2 * DEADLINE_MS);
    expect(await readStatus(executionId)).toEqual({ status: 'unknown' });
    await fixture.store.release(lease, null);
    const refusal = await settleByEvidence({
      ...{ store: fixture.store, chain: new SilentChain(), settings: { plan: PLAN, confirmations: 1 }, actor: 'op' },
      ...{ execution: { id: executionId, laneId }, claim: { outcome: 'failed' } },
    });
    expect(refusal).toBeNull();
    expect(await readStatus(executionId)).toEqual({ status: 'failed' });
    expect(provider.sent).toHaveLength(1);
  });

  it('continues once the row is restored', async () => {
    const { provider, advance, executionId } = await armedStep();
    await forge(null, UPDATE(`body = body || ' '`), executionId);
    await advance();
    await forge(null, UPDATE('body = left(body, -1)'), executionId);
    await advance();
    expect(provider.sent).toHaveLength(2);
  });

  it('settles a step without a seal by the chain after its deadline', async () => {
    const { provider, advance, executionId } = await armedStep();
    await forge(null, UPDATE('seal = NULL'), executionId);
    await advance();
    expect(await readStatus(executionId)).toEqual({ status: 'unknown' });
    await advance(2 * DEADLINE_MS);
    expect(await readStatus(executionId)).toEqual({ status: 'failed' });
    expect(provider.sent).toHaveLength(1);
  });
});
