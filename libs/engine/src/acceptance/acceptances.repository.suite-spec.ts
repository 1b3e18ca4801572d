import { randomUUID } from 'node:crypto';
import {
  BudgetExceededError,
  type ExecutionRecord,
  ExecutionsRepository,
  IntentsRepository,
  setAccountLimits,
} from '@app/agents';
import { AppError } from '@app/common';
import { Sql, type SqlParameter } from '@app/persistence';
import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { eventually } from '../../../../test/support/eventually.js';
import { insertLanes, insertQueued } from '../../../../test/support/lanes/lane-rows.js';
import { type ConnectedDatabase, connectDatabase } from '../../../../test/support/open-database.js';
import { PlanReader } from '../../../../test/support/plan-reader.js';
import { type Acceptance, acceptExecution } from './accept-execution.js';
import { AcceptancesRepository } from './acceptances.repository.js';
import { cancelIntent } from './cancel-intent.js';
import { freezeWallet } from './freeze-wallet.js';

type Wallet = Awaited<ReturnType<EngineFixture['wallet']>>;

const LOG = `SELECT 1 FROM event_logs WHERE log = 'agent:' || $1 FOR UPDATE`;
const WALLET = 'SELECT 1 FROM agent_wallets WHERE agent_id = $1 FOR UPDATE';
const LANE = 'SELECT 1 FROM lanes WHERE id = (SELECT id FROM agent_wallets WHERE agent_id = $1) FOR UPDATE';
const INTENTS = 'SELECT 1 FROM agent_intents WHERE agent_id = $1 FOR UPDATE';

/** Keeps the errors of shared statements, whose executions are accepted one by one then. */
class WatchingSql extends Sql {
  readonly errors: unknown[] = [];
  /** Rows that shared statements have written. */
  sharedRows = 0;

  constructor(private readonly sql: Sql) {
    super(sql.manager);
  }

  async query<Row extends object>(text: string, parameters: readonly SqlParameter[] = []): Promise<Row[]> {
    const isShared = text.includes('lock_available_lanes');
    try {
      const rows = await this.sql.query<Row>(text, parameters);
      if (isShared) this.sharedRows += rows.length;
      return rows;
    } catch (error) {
      if (isShared) this.errors.push(error);
      throw error;
    }
  }
}

describe('simultaneous acceptances', () => {
  let sql: WatchingSql;
  let othersSql: WatchingSql;
  let fixture: EngineFixture;
  let acceptances: AcceptancesRepository;
  /** Database of a second API process. */
  let other: ConnectedDatabase;
  let othersAcceptances: AcceptancesRepository;

  beforeAll(async () => {
    fixture = await openEngineFixture();
    sql = new WatchingSql(fixture.database);
    acceptances = new AcceptancesRepository(sql);
    other = await connectDatabase(fixture.databaseUrl);
    othersSql = new WatchingSql(other.database);
    othersAcceptances = new AcceptancesRepository(othersSql);
  });
  afterEach(() => {
    expect([...sql.errors.splice(0), ...othersSql.errors.splice(0)]).toEqual([]);
  });
  afterAll(async () => {
    await other?.close();
    await fixture?.close();
  });

  const query = <Row extends Record<string, unknown>>(text: string, parameters: unknown[] = []): Promise<Row[]> =>
    fixture.database.query<Row>(text, parameters as string[]);
  const accept = (intentId: string, fields: Partial<Acceptance> = {}): Promise<ExecutionRecord> =>
    acceptExecution(
      fixture.database,
      { intentId, requestId: `request of ${intentId}`, executionEnabled: true, maxQueued: 100, ...fields },
      acceptances,
    );
  const acceptAll = (intentIds: readonly string[]): Promise<ExecutionRecord>[] => intentIds.map((id) => accept(id));
  /** `next`, `waits` for the lane, the exceeded budget, or the code of the error. */
  const answerOf = (accepting: Promise<ExecutionRecord>): Promise<string> =>
    accepting.then(
      ({ waitingFor }) => (waitingFor === 'lane' ? 'waits' : 'next'),
      (error: unknown) => {
        if (error instanceof BudgetExceededError) return `${error.refusal.scope} ${error.refusal.rule}`;
        if (error instanceof AppError) return error.code;
        throw error;
      },
    );
  const answers = (accepting: readonly Promise<ExecutionRecord>[]): Promise<string[]> =>
    Promise.all(accepting.map(answerOf));

  /** Wallets with lanes. */
  const wallets = async (count: number): Promise<Wallet[]> => {
    const created = await Promise.all(Array.from({ length: count }, () => fixture.wallet()));
    await query('INSERT INTO lanes (id) SELECT unnest($1::uuid[])', [created.map(({ laneId }) => laneId)]);
    return created;
  };
  const intentsOf = (of: readonly Wallet[]): Promise<string[]> =>
    Promise.all(of.map(({ agentId }) => fixture.intent(agentId)));
  /** Number of transactions that wrote the executions of the intents. */
  const transactionsOf = async (intentIds: readonly string[]): Promise<number> =>
    (await query('SELECT DISTINCT xmin::text FROM executions WHERE intent_id = ANY ($1)', [intentIds])).length;
  const statusOf = async (intentId: string): Promise<string | undefined> =>
    (await new IntentsRepository(fixture.database).find(intentId))?.status;
  /** Rows that an acceptance wrote, with placeholders for ids, addresses and times. */
  const writtenFor = async (intentId: string): Promise<unknown> => {
    const [row] = await query<{ written: unknown }>(
      `SELECT json_build_object(
         'intent', (SELECT to_jsonb(i) FROM agent_intents AS i WHERE i.id = $1),
         'execution', to_jsonb(e),
         'steps', (SELECT jsonb_agg(to_jsonb(s) ORDER BY kind) FROM execution_steps AS s WHERE s.execution_id = e.id),
         'history', (SELECT jsonb_agg(to_jsonb(h)) FROM execution_events AS h WHERE h.execution_id = e.id),
         'lane', (SELECT to_jsonb(l) FROM lanes AS l WHERE l.id = e.lane_id),
         'log', (SELECT jsonb_agg(to_jsonb(l) ORDER BY seq) FROM logged_events AS l WHERE l.log = 'agent:' || e.agent_id)
       )::text AS written FROM executions AS e WHERE intent_id = $1`,
      [intentId],
    );
    return JSON.parse(
      String(row?.written)
        .replace(/(agent|agent_intent|agent_execution|event)_[0-9a-f]{32,}/g, '$1_id')
        .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|(0x)?[0-9a-f]{40,}/g, 'hex')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)?/g, 'time')
        .replace(/"seq":\s*\d+/g, '"seq":0'),
    );
  };
  /** Runs `work` while another transaction holds what `statement` locks. */
  const whileLocked = (statement: string, parameters: string[], work: (tx: Sql) => Promise<void>): Promise<void> =>
    other.database.transaction(async (tx) => {
      await tx.query(statement, parameters);
      await work(tx);
    });

  it('accepts executions of several wallets in one transaction, and returns them as a read does', async () => {
    const of = await wallets(3);
    const intentIds = await intentsOf(of);
    const accepted = await Promise.all(acceptAll(intentIds));
    expect(await transactionsOf(intentIds)).toBe(1);
    const read = await new ExecutionsRepository(fixture.database).findMany(accepted.map(({ id }) => id));
    expect(read).toHaveLength(3);
    for (const [index, execution] of accepted.entries()) {
      expect(execution).toMatchObject({ ...read.find(({ id }) => id === execution.id) });
      expect(execution).toMatchObject({
        ...{ intentId: intentIds[index], laneId: of[index]?.laneId, agentId: of[index]?.agentId },
        ...{ requestId: `request of ${intentIds[index]}`, status: 'queued', attempt: 1, waitingFor: null },
      });
    }
  });

  it.each(['buy_yes', 'claim_payout'] as const)('writes for a %s what a single acceptance writes', async (action) => {
    const of = await wallets(3);
    const intentIds = await Promise.all(of.map(({ agentId }) => fixture.intent(agentId, { action })));
    const [alone = '', ...together] = intentIds;
    const traceParent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await accept(alone, { requestId: 'same', traceParent });
    await Promise.all(together.map((id) => accept(id, { requestId: 'same', traceParent })));
    expect(await transactionsOf(together)).toBe(1);
    const written = await Promise.all(intentIds.map(writtenFor));
    expect(written[1]).toEqual(written[0]);
    expect(written[2]).toEqual(written[0]);
    expect(written[0]).toMatchObject({ history: [{ type: 'execution.accepted' }], intent: { status: 'executing' } });
  });

  it('accepts the first of several executions of a wallet first, and as many as its queue holds', async () => {
    const [crowded, ...others] = await wallets(3);
    if (crowded === undefined) throw new Error('a wallet is missing');
    const intentIds = await intentsOf([crowded, crowded, ...others, crowded, crowded]);
    const accepting = intentIds.map((id) => accept(id, { maxQueued: 2 }));
    const given = await answers(accepting);
    expect(given.slice(2, 4)).toEqual(['next', 'next']);
    expect([...given.slice(0, 2), ...given.slice(4)].sort()).toEqual(['next', 'rate_limited', 'rate_limited', 'waits']);
    expect(given[0]).toBe('next');
  });

  it('refuses an execution for a full queue, and accepts the others of the statement', async () => {
    const [full, ...others] = await wallets(3);
    if (full === undefined) throw new Error('a wallet is missing');
    const [first = ''] = await intentsOf([full]);
    await accept(first);
    const intentIds = await intentsOf([full, ...others]);
    const accepting = intentIds.map((id) => accept(id, { maxQueued: 1 }));
    expect(await answers(accepting)).toEqual(['rate_limited', 'next', 'next']);
    expect(await transactionsOf(intentIds)).toBe(1);
  });

  it('queues an execution behind an earlier one of its wallet, beside those of other wallets', async () => {
    const [busy, ...others] = await wallets(2);
    if (busy === undefined) throw new Error('a wallet is missing');
    for (const intentId of await intentsOf([busy])) await accept(intentId);
    const intentIds = await intentsOf([busy, ...others]);
    expect(await answers(acceptAll(intentIds))).toEqual(['waits', 'next']);
    expect(await transactionsOf(intentIds)).toBe(1);
  });

  it('counts the attempts of an intent', async () => {
    const intentIds = await intentsOf(await wallets(2));
    await query('UPDATE agent_intents SET executions_count = 4 WHERE id = $1', [intentIds[0]]);
    const accepted = await Promise.all(acceptAll(intentIds));
    expect(accepted.map(({ attempt }) => attempt)).toEqual([5, 1]);
    expect(await transactionsOf(intentIds)).toBe(1);
  });

  it('accepts first executions of wallets whose lanes do not exist yet', async () => {
    const of = await Promise.all([1, 2, 3].map(() => fixture.wallet()));
    expect(await answers(acceptAll(await intentsOf(of)))).toEqual(['next', 'next', 'next']);
  });

  it('accepts an intent once when it is executed several times at the same time', async () => {
    const intentIds = await intentsOf(await wallets(2));
    const given = await answers(acceptAll([...intentIds, ...intentIds, ...intentIds]));
    expect(given.filter((answer) => answer === 'next')).toHaveLength(2);
    expect(given.filter((answer) => answer === 'agent_intent_not_confirmed')).toHaveLength(4);
    expect(await query('SELECT 1 FROM executions WHERE intent_id = ANY ($1)', [intentIds])).toHaveLength(2);
  });

  describe('of which one has changed since its facts were read', () => {
    /** Accepts executions of two wallets, and runs the statement after their facts were read. */
    const acceptAround = async (statement: string, of: (first: Wallet, intentId: string) => string[]) => {
      const both = await wallets(2);
      const intentIds = await intentsOf(both);
      const [wallet] = both;
      const [intentId = ''] = intentIds;
      if (wallet === undefined) throw new Error('a wallet is missing');
      const changing = new AcceptancesRepository(fixture.database);
      const findFacts = changing.findFacts.bind(changing);
      let change: Promise<unknown> | undefined;
      changing.findFacts = async (id) => {
        const facts = await findFacts(id);
        change ??= query(statement, of(wallet, intentId));
        await change;
        return facts;
      };
      const acceptance = { requestId: 'test', executionEnabled: true, maxQueued: 10 };
      const accepting = intentIds.map((id) =>
        acceptExecution(fixture.database, { ...acceptance, intentId: id }, changing),
      );
      return { answers: await answers(accepting), intentIds };
    };

    it('refuses what the new policy forbids', async () => {
      const forbid = `UPDATE agent_wallets SET allowed_actions = '{}', policy_version = policy_version + 1 WHERE agent_id = $1`;
      const { answers: given, intentIds } = await acceptAround(forbid, ({ agentId }) => [agentId]);
      expect(given).toEqual(['agent_action_forbidden', 'next']);
      expect(await Promise.all(intentIds.map(statusOf))).toEqual(['confirmed', 'executing']);
    });

    it('applies a new limit', async () => {
      const text = `UPDATE agent_wallets SET daily_limit = 5, policy_version = policy_version + 1 WHERE agent_id = $1`;
      const { answers: given } = await acceptAround(text, ({ agentId }) => [agentId]);
      expect(given).toEqual(['agent daily_limit', 'next']);
    });

    it('refuses a cancelled intent', async () => {
      const cancel = `UPDATE agent_intents SET status = 'cancelled' WHERE id = $1`;
      const { answers: given, intentIds } = await acceptAround(cancel, (_wallet, intentId) => [intentId]);
      expect(given).toEqual(['agent_intent_not_confirmed', 'next']);
      expect(await Promise.all(intentIds.map(statusOf))).toEqual(['cancelled', 'executing']);
    });

    it.each(['global', 'buy_yes'])('refuses all of them under a pause of %s', async (scope) => {
      const pause = 'UPDATE execution_pauses SET paused = true WHERE scope = $1';
      const accepting = acceptAround(pause, () => [scope]);
      const { answers: given } = await accepting.finally(() =>
        query('UPDATE execution_pauses SET paused = false WHERE scope = $1', [scope]),
      );
      expect(given).toEqual(['agent_policy_violation', 'agent_policy_violation']);
    });
  });

  it('refuses all of them when a pause is set in the meantime by a transaction that has not ended yet', async () => {
    const intentIds = await intentsOf(await wallets(2));
    let accepting: Promise<string[]> = Promise.resolve([]);
    const waiting = (): Promise<unknown[]> =>
      query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
    try {
      await whileLocked(`UPDATE execution_pauses SET paused = true WHERE scope = $1`, ['buy_yes'], async () => {
        accepting = answers(acceptAll(intentIds));
        accepting.catch(() => undefined);
        await eventually(waiting, ({ length }) => length === 2);
      });
      expect(await accepting).toEqual(['agent_policy_violation', 'agent_policy_violation']);
    } finally {
      await query(`UPDATE execution_pauses SET paused = false WHERE scope = 'buy_yes'`);
    }
  });

  it.each([
    ['log', LOG],
    ['wallet', WALLET],
    ['lane', LANE],
    ['intent', INTENTS],
  ])('accepts executions of other wallets while the %s of one is locked', async (_name, statement) => {
    const of = await wallets(3);
    const [locked, ...others] = await intentsOf(of);
    let waiting: Promise<string> = Promise.resolve('');
    await whileLocked(statement, [of[0]?.agentId ?? ''], async () => {
      const [first, ...rest] = acceptAll([locked ?? '', ...others]).map(answerOf);
      waiting = first ?? waiting;
      expect(await Promise.all(rest)).toEqual(['next', 'next']);
      expect(await statusOf(locked ?? '')).toBe('confirmed');
    });
    expect(await waiting).toBe('next');
    expect(await transactionsOf(others)).toBe(1);
  });

  it('accepts as many stakes as the limits of agent and account hold, beside wallets without limits', async () => {
    const ownerEmail = `${randomUUID()}@example.com`;
    const limited = await Promise.all([
      fixture.wallet({ dailyLimit: '5' }),
      ...Array.from({ length: 8 }, () => fixture.wallet({ ownerEmail })),
    ]);
    await fixture.database.transaction((tx) =>
      setAccountLimits(tx, `mailbox:${ownerEmail}`, { dailyLimit: '35', marketLimit: null, openExposureLimit: null }),
    );
    await query('INSERT INTO lanes (id) SELECT unnest($1::uuid[])', [limited.map(({ laneId }) => laneId)]);
    const [ofAgent = '', ...ofAccount] = await intentsOf(limited);
    const unlimited = await intentsOf(await wallets(4));
    const acceptElsewhere = (intentId: string): Promise<ExecutionRecord> => {
      const acceptance = { intentId, requestId: 'other', executionEnabled: true, maxQueued: 100 };
      return acceptExecution(other.database, acceptance, othersAcceptances);
    };
    const accepting = [ofAgent, ...unlimited, ...ofAccount].map((id, index) =>
      index % 2 ? acceptElsewhere(id) : accept(id),
    );
    const [first, ...rest] = await answers(accepting);
    expect(first).toBe('agent daily_limit');
    expect(rest.slice(0, 4)).toEqual(['next', 'next', 'next', 'next']);
    expect(rest.slice(4).sort()).toEqual([
      ...Array<string>(5).fill('account daily_limit'),
      ...Array<string>(3).fill('next'),
    ]);
  });

  it('does not deadlock with itself, cancellations, freezes and changes of policies, and loses nothing', async () => {
    const of = await wallets(6);
    const sharedBefore = [sql.sharedRows, othersSql.sharedRows] as const;
    const accepted: string[] = [];
    const acceptOnce = async (intentId: string, turn: number): Promise<void> => {
      const acceptance = { intentId, requestId: 'race', executionEnabled: true, maxQueued: 1_000 };
      const accepting = turn % 2 ? accept(intentId) : acceptExecution(other.database, acceptance, othersAcceptances);
      const answer = await answerOf(accepting);
      if (answer === 'next' || answer === 'waits') accepted.push(intentId);
      else expect(['agent_intent_not_confirmed', 'agent_wallet_frozen']).toContain(answer);
    };
    const cancelOnce = async (intentId: string): Promise<void> => {
      try {
        await cancelIntent(fixture.database, intentId);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
    };
    for (let turn = 0; turn < 8; turn += 1) {
      const intentIds = await intentsOf([...of, ...of]);
      await Promise.all([
        ...intentIds.map((id, index) => acceptOnce(id, turn + index)),
        ...intentIds.filter((_, index) => index % 3 === 0).map(cancelOnce),
        query(
          'UPDATE agent_wallets SET max_trade_amount = $2, policy_version = policy_version + 1 WHERE agent_id = $1',
          [of[turn % of.length]?.agentId, String(100 + turn)],
        ),
      ]);
    }
    const [frozen] = of;
    const last = await intentsOf(of);
    await Promise.all([
      ...last.map((id, index) => acceptOnce(id, index)),
      fixture.database.transaction((tx) => freezeWallet(tx, frozen?.agentId ?? '')),
    ]);
    const stored = await query<{ intentId: string; event: string | null }>(
      `SELECT e.intent_id AS "intentId", h.type AS event
       FROM executions AS e LEFT JOIN execution_events AS h ON h.execution_id = e.id AND h.seq = 1
       WHERE e.lane_id = ANY ($1::uuid[])`,
      [of.map(({ laneId }) => laneId)],
    );
    expect(stored.map(({ intentId }) => intentId).sort()).toEqual(accepted.sort());
    expect(new Set(stored.map(({ event }) => event))).toEqual(new Set(['execution.accepted']));
    expect(sql.sharedRows).toBeGreaterThan(sharedBefore[0]);
    expect(othersSql.sharedRows).toBeGreaterThan(sharedBefore[1]);
  });

  it('finds rows by their keys', async () => {
    await insertLanes(fixture.database, 3_000);
    for (const lane of await query<{ laneId: string; agentId: string }>(
      `SELECT id AS "laneId", agent_id AS "agentId" FROM agent_wallets WHERE agent_id LIKE 'agent_plans_%' LIMIT 20`,
    )) {
      await insertQueued(fixture.database, lane, 200);
    }
    await query('ANALYZE');
    const reader = new PlanReader(fixture.database);
    const planned = new AcceptancesRepository(reader);
    const facts = await Promise.all((await intentsOf(await wallets(2))).map((id) => acceptances.findFacts(id)));
    await Promise.all(
      facts.map((found) => {
        if (!found?.wallet) throw new Error('a wallet is missing');
        return planned.accept({ facts: found, wallet: found.wallet, requestId: 'r', traceParent: null, maxQueued: 5 });
      }),
    );
    expect(reader.plans.join('\n')).toContain('lock_available_lanes');
    expect(reader.plans.join('\n')).not.toMatch(/Seq Scan on (agent_intents|agent_wallets|executions|lanes)/);
  });
});
