import { newId } from '@app/common';
import { type Sql, violatedConstraint } from '@app/persistence';
import { newAgent } from '../../../../test/agents/requests.js';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import type { IntentOutcome } from './intent.js';
import { IntentWritesRepository, type NewIntent } from './intent-writes.repository.js';
import { IntentsRepository, type IntentWithWallet } from './intents.repository.js';

const ADDRESS = `0x${'ab'.repeat(20)}`;

describe('simultaneous writes of intents', () => {
  let open: OpenDatabase;
  let intents: IntentsRepository;
  let writes: IntentWritesRepository;

  beforeAll(async () => {
    open = await openDatabase();
    intents = new IntentsRepository(open.database);
    writes = new IntentWritesRepository(open.database);
  });
  afterAll(() => open.close());

  const newIntent = (agentId: string, fields: Partial<NewIntent> = {}): NewIntent => ({
    ...{ id: newId('agent_intent'), agentId, action: 'buy_yes', userWallet: ADDRESS, marketId: 'rain "today"' },
    ...{ marketContractAddress: ADDRESS, amount: '10.5', minMultiple: '1.25', outcome: null, resolver: null },
    ...{ collateralToken: null, closeTimestamp: null, question: null, sourceClient: null, clientRequestId: null },
    ...{ requestHash: 'h', warnings: ['one, "two"', 'three'], preview: null, agentWalletAddress: null },
    ...fields,
  });
  const insertAll = (all: readonly NewIntent[]): ReturnType<IntentWritesRepository['insert']>[] =>
    all.map((intent) => writes.insert(intent));
  /** Creates agents whose logs exist, as those of every agent with a wallet. */
  const agentsWithWallets = (count: number): Promise<string[]> =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const agentId = newAgent();
        await open.database.query(
          `WITH owner AS (INSERT INTO users (kind, agent_id) VALUES ('agent', $1) RETURNING id)
           INSERT INTO agent_wallets (agent_id, user_id, wallet_provider, chain, allowed_actions, status)
           SELECT $1, id, 'provider_agent_wallet', 'CHAIN-TESTNET', '{buy_yes}', 'active' FROM owner`,
          [agentId],
        );
        return agentId;
      }),
    );
  const previewed = async (agentIds: readonly string[]): Promise<IntentWithWallet[]> => {
    const created = agentIds.map((agentId) => newIntent(agentId));
    await Promise.all(insertAll(created));
    const found = await intents.findWithWallets(created.map(({ id }) => id));
    return created.flatMap(({ id }) => found.filter((intent) => intent.id === id));
  };
  /** Number of transactions that wrote the current versions of the intents. */
  const transactionsOf = async (all: readonly { id: string }[]): Promise<number> => {
    const text = 'SELECT DISTINCT xmin::text FROM agent_intents WHERE id = ANY ($1)';
    const rows = await open.database.query(text, [all.map(({ id }) => id)]);
    return rows.length;
  };
  /** Events of an agent's log. */
  const typesOf = async (agentId: string): Promise<string[]> => {
    const text = `SELECT seq || ' ' || type AS event FROM logged_events WHERE log = 'agent:' || $1 ORDER BY seq`;
    const rows = await open.database.query<{ event: string }>(text, [agentId]);
    return rows.map(({ event }) => event);
  };
  /** Runs `work` while another transaction holds what `statement` locks. */
  const whileLocked = (statement: string, agentId: string, work: (tx: Sql) => Promise<void>): Promise<void> =>
    open.database.transaction(async (tx) => {
      await tx.query(statement, [agentId]);
      await work(tx);
    });
  const LOG = `SELECT 1 FROM event_logs WHERE log = 'agent:' || $1 FOR UPDATE`;
  const WALLET = 'SELECT 1 FROM agent_wallets WHERE agent_id = $1 FOR UPDATE';
  const INTENTS = 'SELECT 1 FROM agent_intents WHERE agent_id = $1 FOR UPDATE';

  it('inserts previews of several agents in one transaction, with their events', async () => {
    const agents = await agentsWithWallets(3);
    const closeTimestamp = new Date('2030-01-02T03:04:05Z');
    const preview = { checks: [], quote: null };
    const created = agents.map((agentId) => newIntent(agentId, { closeTimestamp, preview, clientRequestId: agentId }));
    const inserted = await Promise.all(insertAll(created));
    expect(await transactionsOf(created)).toBe(1);
    expect(await Promise.all(created.map(({ id }) => intents.findPreviewed(id)))).toEqual(inserted);
    expect(inserted).toMatchObject(created);
    expect(await Promise.all(agents.map(typesOf))).toEqual(
      agents.map(() => ['1 wallet.created', '2 intent.previewed']),
    );
  });

  it('inserts one intent for an idempotency key that is used twice at the same time', async () => {
    const agents = await agentsWithWallets(2);
    const created = [...agents, ...agents].map((agentId) => newIntent(agentId, { clientRequestId: 'same' }));
    const inserted = (await Promise.all(insertAll(created))).flatMap((intent) => intent?.agentId ?? []);
    expect(inserted.toSorted()).toEqual(agents.toSorted());
  });

  it('inserts other previews while the idempotency key of one is inserted by another transaction', async () => {
    const agents = await agentsWithWallets(3);
    const created = agents.map((agentId) => newIntent(agentId, { clientRequestId: 'taken' }));
    const [first] = created;
    if (first === undefined) throw new Error('an intent is missing');
    let waiting: Promise<unknown> = Promise.resolve();
    await open.database.transaction(async (tx) => {
      await new IntentWritesRepository(tx).insert({ ...first, id: newId('agent_intent') });
      const [repeated, ...others] = insertAll(created);
      waiting = repeated ?? waiting;
      expect(await Promise.all(others)).toMatchObject(created.slice(1));
    });
    expect(await waiting).toBeNull();
  });

  it('refuses only the preview that the database refuses', async () => {
    const agents = await agentsWithWallets(3);
    const outcome: string = 'maybe';
    const created = agents.map((agentId) => newIntent(agentId));
    const refused = { ...newIntent(agents[0] ?? ''), outcome: outcome as IntentOutcome };
    const results = await Promise.allSettled(insertAll([...created, refused]));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    const [error] = results.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : []));
    expect(violatedConstraint(error)).toBe('agent_intents_outcome_check');
  });

  it('inserts first previews of agents whose logs do not exist yet', async () => {
    const created = [newIntent(newAgent()), newIntent(newAgent())];
    expect(await Promise.all(insertAll(created))).toMatchObject(created);
  });

  it('inserts previews of other agents while another transaction creates the log of one', async () => {
    const created = [newAgent(), ...(await agentsWithWallets(2))].map((agentId) => newIntent(agentId));
    let waiting: Promise<unknown> = Promise.resolve();
    await whileLocked(`INSERT INTO event_logs (log) VALUES ('agent:' || $1)`, created[0]?.agentId ?? '', async () => {
      const [first, ...others] = insertAll(created);
      waiting = first ?? waiting;
      expect(await Promise.all(others)).toMatchObject(created.slice(1));
    });
    expect(await waiting).toMatchObject({ id: created[0]?.id });
  });

  it('inserts other previews while the intent of a known key is updated', async () => {
    const agents = await agentsWithWallets(3);
    const created = agents.map((agentId) => newIntent(agentId, { clientRequestId: 'known' }));
    const [first] = created;
    if (first === undefined) throw new Error('an intent is missing');
    await writes.insert({ ...first, id: newId('agent_intent') });
    let waiting: Promise<unknown> = Promise.resolve();
    await whileLocked('UPDATE agent_intents SET updated_at = now() WHERE agent_id = $1', first.agentId, async () => {
      const [repeated, ...others] = insertAll(created);
      waiting = repeated ?? waiting;
      expect(await Promise.all(others)).toMatchObject(created.slice(1));
    });
    expect(await waiting).toBeNull();
  });

  it('inserts previews of other agents while the log of one is locked', async () => {
    const agents = await agentsWithWallets(3);
    const [locked = '', ...others] = agents;
    const created = agents.map((agentId) => newIntent(agentId));
    let waiting: Promise<unknown> = Promise.resolve();
    await whileLocked(LOG, locked, async () => {
      const [first, ...rest] = insertAll(created);
      waiting = first ?? waiting;
      await Promise.all(rest);
      expect(await Promise.all(others.map(typesOf))).toEqual(
        others.map(() => ['1 wallet.created', '2 intent.previewed']),
      );
      expect(await typesOf(locked)).toEqual(['1 wallet.created']);
    });
    expect(await waiting).toMatchObject({ id: created[0]?.id });
  });

  it('confirms intents of several agents in one transaction, with their events', async () => {
    const all = await previewed(await agentsWithWallets(3));
    expect(await Promise.all(all.map((intent) => writes.confirm(intent)))).toEqual([true, true, true]);
    expect(await transactionsOf(all)).toBe(1);
    expect(await Promise.all(all.map(({ agentId }) => typesOf(agentId)))).toEqual(
      all.map(() => ['1 wallet.created', '2 intent.previewed', '3 intent.confirmed']),
    );
  });

  it('confirms intents without a wallet, and none whose status or policy has changed', async () => {
    const [walletless, cancelled, changed, unchanged] = await previewed([newAgent(), ...(await agentsWithWallets(3))]);
    if (!walletless || !cancelled || !changed || !unchanged) throw new Error('an intent is missing');
    await open.database.query(`UPDATE agent_intents SET status = 'cancelled' WHERE id = $1`, [cancelled.id]);
    await open.database.query('UPDATE agent_wallets SET policy_version = policy_version + 1 WHERE agent_id = $1', [
      changed.agentId,
    ]);
    const all = [walletless, cancelled, changed, unchanged];
    expect(await Promise.all(all.map((intent) => writes.confirm(intent)))).toEqual([true, false, false, true]);
    const stored = await Promise.all(all.map(({ id }) => intents.find(id)));
    expect(stored.map((intent) => intent?.status)).toEqual(['confirmed', 'cancelled', 'preview', 'confirmed']);
  });

  it('confirms an intent once when it is confirmed twice at the same time', async () => {
    const all = await previewed(await agentsWithWallets(2));
    const moved = await Promise.all([...all, ...all].map((intent) => writes.confirm(intent)));
    expect(moved.filter(Boolean)).toHaveLength(2);
    expect(await Promise.all(all.map(({ agentId }) => typesOf(agentId)))).toEqual(
      all.map(() => ['1 wallet.created', '2 intent.previewed', '3 intent.confirmed']),
    );
  });

  it('confirms an intent for the caller that knows the policy, when another knows an older one', async () => {
    const [intent, other] = await previewed(await agentsWithWallets(2));
    if (!intent?.wallet || !other) throw new Error('an intent is missing');
    const stale = { ...intent, wallet: { policyVersion: '0' } };
    const moved = await Promise.all([stale, intent, other, stale].map((one) => writes.confirm(one)));
    expect(moved).toEqual([false, true, true, false]);
  });

  it.each([
    ['log', LOG],
    ['wallet', WALLET],
    ['intent', INTENTS],
  ])('confirms intents of other agents while the %s of one is locked', async (_name, statement) => {
    const all = await previewed(await agentsWithWallets(3));
    const [locked, ...others] = all;
    let waiting: Promise<boolean> = Promise.resolve(false);
    await whileLocked(statement, locked?.agentId ?? '', async () => {
      const [first, ...rest] = all.map((intent) => writes.confirm(intent));
      waiting = first ?? waiting;
      expect(await Promise.all(rest)).toEqual(others.map(() => true));
      expect((await intents.find(locked?.id ?? ''))?.status).toBe('preview');
    });
    expect(await waiting).toBe(true);
  });
});
