import pg from 'pg';
import {
  FUNCTION_GRANTS,
  PROCESS_ROLES,
  type ProcessName,
  QUEUE_TABLE_GRANTS,
  TABLE_GRANTS,
  type TableGrants,
} from '@app/persistence';
import { Secret } from '@app/common';
import { type OpenDatabase, openDatabase } from '../../../test/support/open-database.js';
import { roleUrl } from '../../../test/support/stack/database-roles.js';

const PROCESSES = Object.keys(PROCESS_ROLES) as ProcessName[];
const COLUMN_VERBS = ['SELECT', 'INSERT', 'UPDATE'] as const;
const TABLE_VERBS = ['DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'] as const;

/** Statement that inserts an intent. */
function claimAs(client: string, action: string): string {
  return `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, source_client, request_hash)
    VALUES ('agent_intent_1', 'agent', '${action}', 'preview', '0x', 'market', '${client}', '')`;
}

/** Columns per verb of a GRANT; `*` for all. `SELECT, INSERT (a, b)` is `{ SELECT: '*', INSERT: ['a', 'b'] }`. */
function parsePrivileges(text: string): Record<string, '*' | string[]> {
  const columnsOf = (list: string | undefined): '*' | string[] => list?.split(',').map((one) => one.trim()) ?? '*';
  const parts = [...text.matchAll(/([A-Z]+)\s*(?:\(([^)]*)\))?/g)];
  return Object.fromEntries(
    parts.map(([, verb = '', columns]): [string, '*' | string[]] => [verb, columnsOf(columns)]),
  );
}

describe('the privileges of the database roles', () => {
  let open: OpenDatabase;

  beforeAll(async () => {
    open = await openDatabase();
  });
  afterAll(() => open?.close());

  const SCHEMAS: [schema: string, grants: TableGrants][] = [
    ['public', TABLE_GRANTS],
    ['bullmq', QUEUE_TABLE_GRANTS],
  ];

  it.each(SCHEMAS)('are written for every table of the schema %s', async (schema, grants) => {
    const rows = await open.database.query<{ name: string }>(
      'SELECT tablename::text AS name FROM pg_tables WHERE schemaname = $1 ORDER BY 1',
      [schema],
    );
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(grants).sort());
  });

  it.each(SCHEMAS)(
    'are exactly those of the matrix in the schema %s: every table, verb and column',
    async (schema, grants) => {
      const expected = Object.entries(grants).flatMap(([table, own]) =>
        PROCESSES.flatMap((process) => {
          const privileges = parsePrivileges(own[process] ?? '');
          return Object.entries(privileges).map(([verb, columns]) => ({ table, process, verb, columns }));
        }),
      );
      const held = await readPrivileges(schema);
      const columnsOf = (table: string): string[] => held.columns.get(table) ?? [];
      const wanted = expected.flatMap(({ table, process, verb, columns }) =>
        (TABLE_VERBS as readonly string[]).includes(verb)
          ? [`${process} ${verb} ${table}`]
          : (columns === '*' ? columnsOf(table) : columns).map((column) => `${process} ${verb} ${table}.${column}`),
      );
      expect(held.privileges).toEqual(wanted.sort());
    },
  );

  /** Privileges as PostgreSQL evaluates them, with those of PUBLIC and of other roles. */
  async function readPrivileges(schema: string): Promise<{ privileges: string[]; columns: Map<string, string[]> }> {
    const rows = await open.database.query<{
      table: string;
      column: string;
      process: string;
      verb: string;
      held: boolean;
    }>(
      `SELECT relname::text AS table, attname::text AS column, roles.process, verb,
         has_column_privilege(roles.role, pg_class.oid, attnum, verb) AS held
       FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped,
         unnest($2::text[], $3::text[]) AS roles (process, role), unnest($4::text[]) AS verb
       WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p')
       UNION ALL
       SELECT relname::text, '', roles.process, verb, has_table_privilege(roles.role, pg_class.oid, verb)
       FROM pg_class, unnest($2::text[], $3::text[]) AS roles (process, role), unnest($5::text[]) AS verb
       WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p')`,
      [schema, PROCESSES, Object.values(PROCESS_ROLES), COLUMN_VERBS, TABLE_VERBS],
    );
    const columns = new Map<string, string[]>();
    for (const { table, column } of rows.filter((row) => row.process === 'api' && row.verb === 'SELECT')) {
      columns.set(table, [...(columns.get(table) ?? []), column]);
    }
    const held = rows.filter((row) => row.held);
    const privileges = held.map(({ process, verb, table, column }) =>
      column === '' ? `${process} ${verb} ${table}` : `${process} ${verb} ${table}.${column}`,
    );
    return { privileges: privileges.sort(), columns };
  }

  it('permit calls of functions with the privileges of the owner to those processes that need them', async () => {
    const rows = await open.database.query<{ call: string }>(
      `SELECT roles.process || ' ' || replace(oid::regprocedure::text, ',', ', ') AS call
       FROM pg_proc, unnest($1::text[], $2::text[]) AS roles (process, role)
       WHERE pronamespace = 'public'::regnamespace AND prosecdef AND has_function_privilege(role, oid, 'EXECUTE')`,
      [PROCESSES, Object.values(PROCESS_ROLES)],
    );
    const granted = Object.entries(FUNCTION_GRANTS).flatMap(([name, processes]) =>
      processes.map((process) => `${process} ${name}`),
    );
    expect(rows.map(({ call }) => call).sort()).toEqual(granted.sort());
  });

  it('keep a worker from making up events by a trigger of its own', async () => {
    const worker = await connectAs('worker');
    try {
      await worker.query('CREATE TEMPORARY TABLE made_up (LIKE agent_wallets)');
      const trigger = 'CREATE TRIGGER made_up AFTER INSERT ON made_up FOR EACH ROW EXECUTE FUNCTION log_wallet()';
      await expect(worker.query(trigger)).rejects.toMatchObject({ code: '42501' });
    } finally {
      await worker.end();
    }
  });

  it('make no role a superuser, a creator of roles or databases, or a member of another one', async () => {
    const rows = await open.database.query(
      `SELECT rolname FROM pg_roles WHERE rolname LIKE 'presage\\_%'
         AND (rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls
           OR EXISTS (SELECT FROM pg_auth_members WHERE member = pg_roles.oid))`,
    );
    expect(rows).toEqual([]);
  });

  it('leave every table, routine and type to the owner role', async () => {
    const rows = await open.database.query(
      `SELECT oid::regclass::text AS name FROM pg_class
         WHERE relnamespace IN ('public'::regnamespace, 'bullmq'::regnamespace) AND relowner <> 'presage_owner'::regrole
       UNION ALL SELECT oid::regprocedure::text FROM pg_proc
         WHERE pronamespace IN ('public'::regnamespace, 'bullmq'::regnamespace) AND proowner <> 'presage_owner'::regrole
           AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')`,
    );
    expect(rows).toEqual([]);
  });

  describe.each<ProcessName>(['worker', 'ops'])('of %s', (process) => {
    let client: pg.Client;

    beforeAll(async () => {
      client = await connectAs(process);
    });
    afterAll(() => client?.end());

    it.each([
      ['raise a limit', 'UPDATE agent_wallets SET max_trade_amount = NULL'],
      ['raise the daily limit', 'UPDATE agent_wallets SET daily_limit = NULL'],
      ['raise the limit of a market', 'UPDATE agent_wallets SET market_limit = NULL'],
      ['raise the limit of unresolved markets', 'UPDATE agent_wallets SET open_exposure_limit = NULL'],
      ['raise the limit of approvals', 'UPDATE agent_wallets SET approval_above = NULL'],
      ['raise the limit of a life', 'UPDATE agent_wallets SET total_limit = NULL'],
      ['forget what was spent', 'UPDATE lanes SET spent = 0'],
      ['extend a mandate', 'UPDATE agent_wallets SET valid_until = NULL'],
      ['allow an action', `UPDATE agent_wallets SET allowed_actions = '{buy_yes}'`],
      ['change the terms of an intent', 'UPDATE agent_intents SET amount = 777'],
      ['change the action of an intent', `UPDATE agent_intents SET action = 'buy_no'`],
      ['change the outcome of an intent', `UPDATE agent_intents SET outcome = 'no'`],
      ['insert an intent', `INSERT INTO agent_intents (id) VALUES ('x')`],
      ['give an execution to another wallet', 'UPDATE executions SET lane_id = gen_random_uuid()'],
      ['change the action of an execution', `UPDATE executions SET action = 'claim_payout'`],
      ['change the ref of an execution', `UPDATE executions SET ref = 'x'`],
      ['turn the user of an address into an agent', `UPDATE users SET kind = 'agent'`],
      ['give the user of an address an agent', `UPDATE users SET agent_id = 'agent'`],
    ])('cannot %s', async (_what, statement) => {
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
    });
  });

  it.each(['claim_payout', 'claim_refund'])('let a worker insert %s as an automatic claim', async (action) => {
    const worker = await connectAs('worker');
    try {
      await worker.query('BEGIN');
      expect(await worker.query(claimAs('presage_auto_claim', action))).toMatchObject({ rowCount: 1 });
    } finally {
      await worker.end();
    }
  });

  it.each<[process: ProcessName, what: string, statement: string]>([
    ['worker', 'unfreeze a wallet', 'UPDATE agent_wallets SET frozen_at = NULL'],
    ['worker', 'enable a wallet', `UPDATE agent_wallets SET status = 'active'`],
    ['worker', 'end the pause of a wallet', 'UPDATE agent_wallets SET paused = false'],
    ['worker', 'give an agent another owner', `UPDATE agent_wallets SET owner_email = 'mallory@example.com'`],
    ['worker', 'buy under the name of automatic claims', claimAs('presage_auto_claim', 'buy_yes')],
    ['worker', 'cancel a market under the name of automatic claims', claimAs('presage_auto_claim', 'cancel_market')],
    ['worker', 'insert a claim of a client', claimAs('cli', 'claim_payout')],
    ['worker', 'approve an intent', 'UPDATE agent_intents SET approved_at = now()'],
    ['worker', 'give an agent to an account', 'UPDATE users SET account_id = gen_random_uuid()'],
    ['worker', 'insert an agent', `INSERT INTO users (agent_id) VALUES ('agent')`],
    ['worker', 'insert a user of an account', 'INSERT INTO users (account_id) VALUES (gen_random_uuid())'],
    ['ops', 'sign for another wallet of the custody', `UPDATE agent_wallets SET provider_wallet_id = 'other'`],
    ['ops', 'write the body of a step', `UPDATE execution_steps SET body = '{}'`],
    ['ops', 'insert a step that has a body', `INSERT INTO execution_steps (body) VALUES ('{}')`],
    ['ops', 'write the seal of a step', `UPDATE execution_steps SET seal = 'x'`],
    ['api', 'insert a task that has ended', `INSERT INTO worker_tasks (status) VALUES ('done')`],
  ])('of %s cannot %s', async (process, _what, statement) => {
    const client = await connectAs(process);
    try {
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
    } finally {
      await client.end();
    }
  });

  async function connectAs(process: ProcessName): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: roleUrl(new Secret(open.url), process).reveal() });
    await client.connect();
    return client;
  }

  describe('of the API', () => {
    let api: pg.Client;

    beforeAll(async () => {
      api = await connectAs('api');
    });
    afterAll(() => api?.end());

    it.each([
      ['write the body of a step', `INSERT INTO execution_steps (body) VALUES ('{}')`],
      ['write the seal of a step', `INSERT INTO execution_steps (seal) VALUES ('')`],
      ['write the status of a step', `INSERT INTO execution_steps (status) VALUES ('armed')`],
      ['change a step', `UPDATE execution_steps SET body = '{}'`],
      ['read a signed body', 'SELECT body FROM execution_steps'],
      ['delete a step', 'DELETE FROM execution_steps'],
      ['change history', `UPDATE logged_events SET data = '{}'`],
      ['delete history', 'DELETE FROM logged_events'],
      ['empty history', 'TRUNCATE logged_events'],
      ['stop the triggers of history', 'ALTER TABLE execution_steps DISABLE TRIGGER ALL'],
      ['write an anchor', `INSERT INTO event_anchors (hash) VALUES ('')`],
      ['have an anchor written', 'SELECT anchor_logs()'],
      ['delete anchors', 'DELETE FROM event_anchors'],
      ['read a seal', 'SELECT seal FROM execution_steps'],
      ['change the audit log', `UPDATE audit_log SET actor = 'x'`],
      ['write the audit log', `INSERT INTO audit_log (actor) VALUES ('a')`],
      ['make a key', `INSERT INTO api_keys (prefix) VALUES ('p')`],
      ['replace the hash of a key', `UPDATE api_keys SET secret_hash = 'h'`],
      ['revive a key', 'UPDATE api_keys SET revoked_at = NULL'],
      ['sign for another wallet of the custody', `UPDATE agent_wallets SET provider_wallet_id = 'other'`],
      ['bring a wallet of the custody', `INSERT INTO agent_wallets (provider_wallet_id) VALUES ('other')`],
      ['change a confirmed intent', `UPDATE agent_intents SET market_contract_address = 'other'`],
      ['take a lease', `UPDATE lanes SET fence = fence + 1`],
      ['end a pause', 'UPDATE execution_pauses SET paused = false'],
      ['write the chain index', 'DELETE FROM chain_events'],
      ['give a privilege away', 'GRANT SELECT ON execution_steps TO PUBLIC'],
      ['become the owner', 'SET ROLE presage_owner'],
      ['make a table', 'CREATE TABLE planted ()'],
      ['make a function', `CREATE FUNCTION planted() RETURNS int LANGUAGE sql AS 'SELECT 1'`],
      ['run a program on the server', `COPY (SELECT 1) TO PROGRAM 'id'`],
      ['read a file of the server', `SELECT pg_read_file('postgresql.conf')`],
    ])('cannot %s', async (_what, statement) => {
      await expect(api.query(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|0L000)$/) });
    });
  });
});
