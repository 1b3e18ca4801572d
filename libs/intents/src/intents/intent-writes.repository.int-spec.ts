import { newId } from '@app/common';
import { newAgent } from '../../../../test/agents/requests.js';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { IntentWritesRepository, type NewIntent } from './intent-writes.repository.js';
import { IntentsRepository, type IntentWithWallet } from './intents.repository.js';

const ADDRESS = `0x${'ab'.repeat(20)}`;

describe('IntentWritesRepository', () => {
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
    ...{
      marketContractAddress: ADDRESS,
      amount: '10.5',
      minMultiple: '1.25',
      evidence: null,
      outcome: null,
      resolver: null,
    },
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
  /** Events of an agent's log. */
  const readTypes = async (agentId: string): Promise<string[]> => {
    const text = `SELECT seq || ' ' || type AS event FROM logged_events WHERE log = 'agent:' || $1 ORDER BY seq`;
    const rows = await open.database.query<{ event: string }>(text, [agentId]);
    return rows.map(({ event }) => event);
  };

  it('inserts previews of several agents, with their events, and returns them as a read does', async () => {
    const agents = await agentsWithWallets(3);
    const closeTimestamp = new Date('2030-01-02T03:04:05Z');
    const preview = { checks: [], isApproved: false, quote: null };
    const created = agents.map((agentId) => newIntent(agentId, { closeTimestamp, preview, clientRequestId: agentId }));
    const inserted = await Promise.all(insertAll(created));
    expect(await Promise.all(created.map(({ id }) => intents.findPreviewed(id)))).toEqual(inserted);
    expect(inserted).toMatchObject(created);
    expect(await Promise.all(agents.map(readTypes))).toEqual(
      agents.map(() => ['1 wallet.created', '2 intent.previewed']),
    );
  });

  it('inserts one intent for an idempotency key that is used twice at the same time', async () => {
    const agents = await agentsWithWallets(2);
    const created = [...agents, ...agents].map((agentId) => newIntent(agentId, { clientRequestId: 'same' }));
    const inserted = (await Promise.all(insertAll(created))).flatMap((intent) => intent?.agentId ?? []);
    expect(inserted.toSorted()).toEqual(agents.toSorted());
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
    expect(await Promise.all(all.map(({ agentId }) => readTypes(agentId)))).toEqual(
      all.map(() => ['1 wallet.created', '2 intent.previewed', '3 intent.confirmed']),
    );
  });
});
