import type { DataSource } from 'typeorm';
import { openDatabase, type OpenDatabase } from '../test/support/open-database.js';

const KEY = `INSERT INTO api_keys (prefix, secret_hash, agent_id, scopes, created_by, expires_at)
  VALUES ($1, '', $2, $3, 'robin', now() + interval '1 day')`;

/** A database of a version without accounts, with keys and users, after its upgrade. */
describe('the upgrade to accounts', () => {
  let open: OpenDatabase;
  let source: DataSource;

  beforeAll(async () => {
    open = await openDatabase();
    source = open.dataSource;
    while (!(await hasNoAccounts())) await source.undoLastMigration();
    await source.query(KEY, ['alice', 'agent_alice_01', ['wallets', 'records']]);
    await source.query(KEY, ['alice-2', 'agent_alice_01', ['execute']]);
    await source.query(KEY, ['bob', 'agent_bob_001', ['intents']]);
    await source.query(KEY, ['records', null, ['records']]);
    await source.query(
      `INSERT INTO users (kind, agent_id, wallet_address) VALUES ('person', NULL, NULL), ('address', NULL, '0x1'),
         ('agent', 'agent_alice_01', '0x2'), ('agent', 'agent_carol_1', '0x3')`,
    );
    await source.runMigrations();
  });
  afterAll(() => open?.close());

  async function hasNoAccounts(): Promise<boolean> {
    const [row] = await source.query<[{ found: string | null }]>(`SELECT to_regclass('accounts') AS found`);
    return row.found === null;
  }

  it('gives each agent with keys an account with these keys, limited to the agent', async () => {
    expect(
      await source.query(
        `SELECT k.prefix, a.name, k.agent_ids FROM api_keys AS k JOIN accounts AS a ON a.id = k.account_id ORDER BY prefix`,
      ),
    ).toEqual([
      { prefix: 'alice', name: 'agent_alice_01', agent_ids: ['agent_alice_01'] },
      { prefix: 'alice-2', name: 'agent_alice_01', agent_ids: ['agent_alice_01'] },
      { prefix: 'bob', name: 'agent_bob_001', agent_ids: ['agent_bob_001'] },
      { prefix: 'records', name: 'records', agent_ids: null },
    ]);
  });

  it('gives agents to their accounts and persons to the account of the keys without an agent', async () => {
    expect(
      await source.query(
        `SELECT u.kind, u.agent_id, a.name FROM users AS u LEFT JOIN accounts AS a ON a.id = u.account_id
         ORDER BY u.kind, u.agent_id`,
      ),
    ).toEqual([
      { kind: 'address', agent_id: null, name: null },
      { kind: 'agent', agent_id: 'agent_alice_01', name: 'agent_alice_01' },
      { kind: 'agent', agent_id: 'agent_bob_001', name: 'agent_bob_001' },
      { kind: 'agent', agent_id: 'agent_carol_1', name: null },
      { kind: 'person', agent_id: null, name: 'records' },
    ]);
  });
});
