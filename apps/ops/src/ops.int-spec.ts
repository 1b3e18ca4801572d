import path from 'node:path';
import type { Database } from '@app/persistence';
import { connectDatabase } from '../../../test/support/open-database.js';
import type { EngineFixture } from '../../../test/support/engine-fixture.js';
import { type OperatorFixture, type OpsOutcome, openOperatorFixture } from '../../../test/support/operator-fixture.js';
import { COMMANDS } from './commands/index.js';
import './commands/accounts.int-spec.js';
import './commands/webhooks.int-spec.js';
import './commands/read-models.int-spec.js';
import './diagnose/why.int-spec.js';

const HASH = `0x${'ab'.repeat(32)}`;

describe('operator commands', () => {
  let fixture: EngineFixture;
  let operator: OperatorFixture;

  beforeAll(async () => {
    operator = await openOperatorFixture();
    fixture = operator.engine;
  });
  afterAll(() => operator?.close());

  const ops = (line: string, database?: Database): Promise<OpsOutcome> => operator.ops(line, database);

  async function json<T = Record<string, unknown>>(line: string): Promise<T> {
    const { code, out } = await ops(`${line} --json`);
    expect({ code, out }).toMatchObject({ code: 0 });
    return JSON.parse(out) as T;
  }

  async function accepted(): Promise<{ agentId: string; executionId: string }> {
    const { agentId } = await fixture.wallet();
    const { executionId } = await fixture.accept(await fixture.intent(agentId));
    return { agentId, executionId };
  }

  it('creates and lists users', async () => {
    const { id } = await json<{ id: string }>('users create');
    const own = '00000000-0000-4000-8000-00000000abcd';
    expect(await ops(`users create --id ${own}`)).toEqual({ code: 0, out: `created user ${own}\n` });
    expect(await ops(`users create --id ${own}`)).toMatchObject({ code: 1 });
    expect(await ops('users create --id robin')).toMatchObject({ code: 2 });
    const { users } = await json<{ users: { id: string }[] }>('users list --kind person --limit 2');
    expect(new Set(users.map((user) => user.id))).toEqual(new Set([own, id]));
    expect(await ops('users list --kind robot')).toMatchObject({ code: 2 });
  });

  it('creates the first account with a key, and no second one', async () => {
    const key = await json<{ key: string; scopes: string[] }>('accounts init');
    expect(key.key).toMatch(/^presage_/);
    expect(key.scopes).toEqual(['wallets', 'intents', 'execute', 'records', 'read', 'webhooks']);
    const { accounts } = await json<{ accounts: object[] }>('accounts list');
    expect(accounts).toEqual([expect.objectContaining({ name: 'default', keys: 1 })]);
    const command = `  npm run ops -- keys create --account default --scope ${key.scopes.join(' ')}\n`;
    const already = { code: 0, out: expect.stringContaining(command) };
    expect(await ops('accounts init')).toEqual(already);
    expect(await ops('accounts init other')).toEqual(already);
  });

  it('creates accounts once, and lists what they own', async () => {
    expect(await ops('accounts create acme')).toEqual({ code: 0, out: 'created account acme\n' });
    expect(await ops('accounts create acme')).toEqual({
      code: 1,
      out: 'accounts create: account acme exists already\n',
    });
    expect(await ops('accounts create .acme')).toMatchObject({ code: 2 });
    await ops('users create --account acme');
    await ops('keys create --account acme --scope execute read --agent agent_acme_one --agent agent_acme_two');
    const { accounts } = await json<{ accounts: object[] }>('accounts list --limit 1');
    expect(accounts).toEqual([expect.objectContaining({ name: 'acme', agents: 2, users: 1, keys: 1 })]);
  });

  it('sets the budgets of an account or a mailbox, and shows their use', async () => {
    await ops('accounts create limited');
    const { agentId } = await fixture.wallet();
    await ops(`keys create --account limited --scope read --agent ${agentId}`);
    expect(await ops('accounts limits limited --daily 25.0 --market 20')).toEqual({
      code: 0,
      out: 'limits of limited: daily 25, market 20, exposure none; agents: 1\n',
    });
    await fixture.accept(await fixture.intent(agentId));
    await expect(fixture.accept(await fixture.intent(agentId, { amount: '16' }))).rejects.toThrow(
      'daily_limit of the account',
    );
    expect(await json('accounts budget limited')).toMatchObject({
      budgets: [
        { rule: 'daily_limit', limit: '25', spent: '0', reserved: '10', headroom: '15' },
        { rule: 'market_limit', limit: '20', reserved: '10', headroom: '10' },
      ],
    });
    expect(await ops('accounts limits limited --daily none --market none')).toMatchObject({ code: 0 });
    expect(await json('accounts budget limited')).toMatchObject({ budgets: [] });
    expect(await ops('accounts limits Carol+x@Example.com --exposure 7')).toMatchObject({ code: 0 });
    expect(await fixture.database.query('SELECT account FROM account_limits')).toEqual([
      { account: 'mailbox:carol@example.com' },
    ]);
    expect(await ops('accounts limits limited --daily 1e3')).toMatchObject({ code: 2 });
  });

  it('gives a person to one account after another, and an agent to one for good', async () => {
    await ops('accounts create first');
    await ops('accounts create second');
    const { id } = await json<{ id: string }>('users create');
    expect(await ops(`users bind ${id} --account first`)).toEqual({
      code: 0,
      out: `user ${id} belongs to account first\n`,
    });
    expect(await ops(`users bind ${id} --account second`)).toMatchObject({ code: 0 });
    expect((await ops('users list --kind person --limit 1')).out).toMatch(new RegExp(`^${id} +person +second `, 'm'));

    const { agentId } = await fixture.wallet();
    const agent = await fixture.database.queryOneOrFail<{ id: string }>('SELECT id FROM users WHERE agent_id = $1', [
      agentId,
    ]);
    expect(await ops(`users bind ${agent.id} --account first`)).toMatchObject({ code: 0 });
    expect(await ops(`users bind ${agent.id} --account first`)).toMatchObject({ code: 0 });
    expect(await ops(`users bind ${agent.id} --account second`)).toMatchObject({
      code: 1,
      out: expect.stringContaining('of another account, for good'),
    });
    expect(await ops(`keys create --account second --scope read --agent ${agentId}`)).toMatchObject({
      code: 1,
      out: expect.stringContaining(`${agentId} belongs to another account, for good`),
    });
    expect(await ops(`keys list --account second`)).toMatchObject({ out: expect.stringContaining('(none)') });
    await fixture.database.query(`INSERT INTO users (id, kind, wallet_address) VALUES ($1, 'address', '0xabc')`, [
      '00000000-0000-4000-8000-00000000abce',
    ]);
    expect(await ops('users bind 00000000-0000-4000-8000-00000000abce --account first')).toMatchObject({
      code: 1,
      out: expect.stringContaining('known from the chain only'),
    });
    expect(await ops('users bind 00000000-0000-4000-8000-00000000abcf --account first')).toMatchObject({ code: 1 });
    expect(await ops(`users bind ${id} --account third`)).toMatchObject({ code: 1 });
  });

  it('lists unfinished lanes and executions, and shows the events of one', async () => {
    const { agentId, executionId } = await accepted();
    const listed = await ops('lanes list');
    expect(listed.out).toMatch(new RegExp(`^${agentId} +1 +queued +- .* no +${executionId}$`, 'm'));
    const lane = await ops(`lanes show ${agentId}`);
    expect(lane.out).toMatch(new RegExp(`^agent_id +${agentId}$`, 'm'));
    expect(lane.out).toMatch(new RegExp(`^${executionId} +${agentId} +buy_yes +queued`, 'm'));
    expect(await ops('lanes show agent_nobody_1')).toMatchObject({ code: 1 });

    const { executions } = await json<{ executions: object[] }>(`executions list --status queued --agent ${agentId}`);
    expect(executions).toEqual([expect.objectContaining({ id: executionId, action: 'buy_yes' })]);
    expect(await json(`executions list --agent ${agentId} --status failed`)).toEqual({ executions: [] });
    const { out } = await ops(`executions show ${executionId}`);
    expect(out).toMatch(/^main +planned +0 /m);
    expect(out).toMatch(/^2 +20\S+Z +execution\.queued +\{/m);
    expect(await ops('executions show agent_execution_0')).toMatchObject({ code: 1 });
    const { intent_id: intentId } = (await json<{ execution: { intent_id: string } }>(`executions show ${executionId}`))
      .execution;
    expect(await ops(`executions show ${intentId}`)).toEqual({ code: 0, out });
    const unexecuted = await fixture.intent(agentId);
    expect((await ops(`executions show ${unexecuted}`)).out).toContain(`intent ${unexecuted} has no execution`);
    expect((await ops('executions show agent_intent_0')).out).toContain('intent agent_intent_0 does not exist');
    // As after a commit of ten minutes: the events are later than the row.
    for (const status of ['queued', 'cancelled']) {
      await fixture.database.query(
        `UPDATE executions SET created_at = now() - interval '10 min', updated_at = now() - interval '10 min', status = $2,
           completed_at = CASE WHEN $2 = 'cancelled' THEN now() - interval '10 min' END WHERE id = $1`,
        [executionId, status],
      );
      expect((await ops(`executions show ${executionId}`)).out).toMatch(new RegExp(` execution\\.${status} +\\{`, 'm'));
    }
  });

  it('flags an overdue lane and names a violated seal', async () => {
    const { agentId, executionId } = await accepted();
    const OF_AGENT = 'id = (SELECT id FROM agent_wallets WHERE agent_id = $1)';
    await fixture.database.query(`UPDATE lanes SET wake_at = now() - interval '90 s' WHERE ${OF_AGENT}`, [agentId]);
    expect((await ops('lanes list')).out).toMatch(new RegExp(`^${agentId} .* no, overdue +${executionId}$`, 'm'));
    await fixture.database.query(
      `UPDATE execution_steps SET provider_state = 'SEAL_VIOLATED' WHERE execution_id = $1`,
      [executionId],
    );
    for (const command of ['lanes list', `executions show ${executionId}`]) {
      expect((await ops(command)).out).toMatch(/seal violated, see docs\/runbooks\/seal-violated\.md/);
    }
  });

  it('releases a quarantined lane', async () => {
    const { agentId } = await accepted();
    const lane = async () => (await json<{ lane: { quarantined_at: string | null } }>(`lanes show ${agentId}`)).lane;
    expect(await ops(`lanes release ${agentId}`)).toMatchObject({ code: 1 });
    await fixture.database.query(
      `UPDATE lanes SET quarantined_at = now(), wake_at = NULL
       WHERE id = (SELECT id FROM agent_wallets WHERE agent_id = $1)`,
      [agentId],
    );
    expect((await ops('lanes list')).out).toMatch(new RegExp(`^${agentId} .* quarantined `, 'm'));
    expect(await ops(`lanes release ${agentId}`)).toMatchObject({ code: 0 });
    expect(await lane()).toMatchObject({ quarantined_at: null, wake_at: expect.any(String) });
    expect(await ops('lanes release agent_nobody_1')).toMatchObject({ code: 1 });
  });

  describe('an agent whose owner is lost', () => {
    type Sheet = { wallet: Record<string, unknown> };
    const readWallet = async (agentId: string): Promise<Record<string, unknown>> =>
      (await json<Sheet>(`wallets show ${agentId}`)).wallet;

    async function takenAgent(): Promise<string> {
      const { agentId } = await fixture.wallet();
      await fixture.database.query(
        `UPDATE agent_wallets SET owner_email = 'mallory@example.org', email_verified_at = now(),
           owner_clients = '{192.0.2.1}' WHERE agent_id = $1`,
        [agentId],
      );
      return agentId;
    }

    it('has none after release, and loses an address that the provider does not hold', async () => {
      const [held, foreign] = [await takenAgent(), await takenAgent()];
      await fixture.database.query('UPDATE agent_wallets SET provider_wallet_id = NULL WHERE agent_id = $1', [foreign]);
      const { agent_wallet_address: address } = await readWallet(held);
      expect(await ops(`wallets release ${held}`)).toEqual({ code: 0, out: `${held} has no owner\n` });
      expect(await readWallet(held)).toMatchObject({
        owner_email: null,
        email_verified_at: null,
        agent_wallet_address: address,
      });
      expect((await ops(`wallets release ${foreign}`)).out).toMatch(
        /^agent_\S+ has no owner, and the address 0x\w+ is forgotten$/m,
      );
      expect(await readWallet(foreign)).toMatchObject({ agent_wallet_address: null, held_by_provider: false });
      const clients = 'SELECT cardinality(owner_clients) AS count FROM agent_wallets WHERE agent_id = $1';
      expect(await fixture.database.queryOne(clients, [held])).toEqual({ count: 0 });
    });

    it('gets another mailbox, and another address only if the provider holds none', async () => {
      const agentId = await takenAgent();
      expect((await ops(`wallets rebind ${agentId} --email carol@example.com`)).out).toMatch(/has another owner$/m);
      const { agentId: unowned } = await fixture.wallet();
      expect((await ops(`wallets rebind ${unowned} --email carol@example.com`)).out).toMatch(/has an owner$/m);
      expect(await readWallet(agentId)).toMatchObject({
        owner_email: 'carol@example.com',
        email_verified_at: expect.any(String),
      });
      const address = `0x${'ab'.repeat(20)}`;
      const refused = await ops(`wallets rebind ${agentId} --address ${address}`);
      expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('so its address stays') });
      await fixture.database.query('UPDATE agent_wallets SET provider_wallet_id = NULL WHERE agent_id = $1', [agentId]);
      expect(await ops(`wallets rebind ${agentId} --address ${address}`)).toMatchObject({ code: 0 });
      expect(await readWallet(agentId)).toMatchObject({
        agent_wallet_address: address,
        owner_email: 'carol@example.com',
      });
      const other = await takenAgent();
      await fixture.database.query('UPDATE agent_wallets SET provider_wallet_id = NULL WHERE agent_id = $1', [other]);
      expect(await ops(`wallets rebind ${other} --address ${address}`)).toMatchObject({ code: 1 });
      for (const words of ['', ' --email carol', ' --address 0x1']) {
        expect(await ops(`wallets rebind ${agentId}${words}`)).toMatchObject({ code: 2 });
      }
    });

    it('has an active wallet after enable', async () => {
      const { agentId } = await fixture.wallet();
      await fixture.database.query(
        `UPDATE agent_wallets SET status = 'disabled', frozen_at = now() WHERE agent_id = $1`,
        [agentId],
      );
      expect((await ops(`wallets enable ${agentId}`)).out).toMatch(/is active; it was disabled and frozen$/m);
      expect(await readWallet(agentId)).toMatchObject({ status: 'active', frozen_at: null });
      expect((await ops(`wallets enable ${agentId}`)).out).toMatch(/is active, as before$/m);
      for (const command of ['show', 'release', 'enable']) {
        expect(await ops(`wallets ${command} agent_nobody_1`)).toMatchObject({ code: 1 });
      }
    });
  });

  it('lists what is paused', async () => {
    const { agentId } = await fixture.wallet();
    await ops('pause buy_no');
    await ops(`pause ${agentId}`);
    const { paused } = await json<{ paused: { scope: string }[] }>('pauses');
    expect(paused.map(({ scope }) => scope)).toEqual(['buy_no', agentId]);
    await ops('resume buy_no');
    await ops(`resume ${agentId}`);
    expect(await ops('pauses')).toEqual({ code: 0, out: 'nothing is paused\n' });
  });

  it('refuses to settle without evidence on the chain', async () => {
    const { executionId } = await accepted();
    const settle = (rest: string): ReturnType<typeof ops> => ops(`executions settle ${executionId} ${rest}`);
    for (const rest of ['--outcome perhaps', '--outcome executed', '--outcome executed --tx 0x1', `--tx ${HASH}`]) {
      expect(await settle(rest)).toMatchObject({ code: 2 });
    }
    expect(await settle(`--outcome failed --tx ${HASH}`)).toMatchObject({ code: 2 });
    expect(await settle('--outcome failed')).toMatchObject({
      code: 1,
      out: expect.stringContaining('its status was queued'),
    });
    expect(await ops('executions settle agent_execution_0 --outcome failed')).toMatchObject({ code: 1 });
  });

  it('rebuilds the read models only with --yes, and takes the lease of the index', async () => {
    await fixture.database.query(`UPDATE chain_index SET lease_until = now() + interval '1 hour', block_number = 7,
      block_hash = '0x7'`);
    expect(await ops('index rebuild')).toMatchObject({ code: 2 });
    expect(await json('index show')).toMatchObject({ block_number: 7, has_leader: true });
    expect(await json('index rebuild --yes')).toEqual({ events_deleted: 0 });
    expect(await json('index show')).toMatchObject({ block_number: null, has_leader: false });
  });

  it('audits changes with actor and outcome, in an append-only table', async () => {
    await ops('pause claim_refund --actor robin');
    await ops('resume claim_refund --actor robin');
    await ops('pause nobody --actor robin');
    await ops('executions settle agent_execution_0 --outcome failed --actor robin');
    await ops('executions list --actor robin');
    await fixture.database.query('ALTER TABLE execution_pauses RENAME TO away');
    await expect(ops('pause global --actor robin')).rejects.toThrow('does not exist');
    await fixture.database.query('ALTER TABLE away RENAME TO execution_pauses');
    const { runs } = await json<{ runs: Record<string, string>[] }>('audit --limit 5');
    expect(runs.map(({ actor, command, outcome, detail }) => [actor, command, outcome, detail])).toEqual([
      ['robin', 'pause', 'failed', 'DatabaseError'],
      ['robin', 'executions settle', 'refused', 'execution agent_execution_0 does not exist'],
      ['robin', 'pause', 'refused', expect.stringMatching(/^nobody is neither global, nor an action/)],
      ['robin', 'resume', 'done', 'claim_refund is resumed'],
      ['robin', 'pause', 'done', 'claim_refund is paused'],
    ]);
    expect((await ops('audit --limit 1')).out).toMatch(/robin +pause global --actor robin +failed +DatabaseError/);
    for (const statement of ['DELETE FROM audit_log', 'TRUNCATE audit_log', `UPDATE audit_log SET actor = 'x'`]) {
      await expect(fixture.database.query(statement)).rejects.toThrow('append-only');
    }
  });

  it('creates API keys that are shown once, lists them, and revokes them', async () => {
    await ops('accounts create alice');
    const made = await json<{ key: string; prefix: string }>(
      'keys create --account alice --scope wallets,intents --scope execute --agent agent_alice_01 --note laptop',
    );
    const scopes = ['wallets', 'intents', 'execute'];
    expect(made).toMatchObject({ agent_ids: ['agent_alice_01'], scopes, state: 'valid' });
    expect(made.key).toMatch(new RegExp(`^presage_${made.prefix}_[\\w-]{43}$`));
    const listed = await ops('keys list --agent agent_alice_01');
    expect(listed.out).toMatch(new RegExp(`^${made.prefix} +alice +agent_alice_01 +\\S+,execute +valid `, 'm'));
    expect(listed.out).not.toContain(made.key);
    const { runs } = await json<{ runs: object[] }>('audit --limit 1');
    expect(JSON.stringify(runs)).toContain(`key ${made.prefix} for alice agent_alice_01`);
    expect(JSON.stringify(runs)).not.toContain(made.key);

    expect(await ops(`keys revoke ${made.key}`)).toEqual({ code: 0, out: `key ${made.prefix} is revoked\n` });
    expect((await ops('audit --limit 1')).out).toContain(`keys revoke presage_${made.prefix}_… `);
    expect((await ops('keys list --agent agent_alice_01')).out).toContain(' revoked ');
    await ops('keys create --account alice --agent agent_alice_01 --scope execute --days 7');
    await ops('keys create --account alice --scope execute');
    expect(await json('keys revoke agent_alice_01')).toEqual({ agent_id: 'agent_alice_01', revoked: 1 });
    expect(await json('keys create --account alice --scope records')).toMatchObject({ agent_ids: null });
    expect(await json('keys create --scope operator')).toMatchObject({ account_id: null, scopes: ['operator'] });
    for (const words of [
      'create --account alice',
      'create --scope read',
      'create --account alice --scope reads',
      'create --account alice --scope operator',
      'create --scope operator,read',
      'create --account alice --scope read --agent x',
      'create --account alice --scope read --days 0',
      'revoke x',
    ]) {
      expect(await ops(`keys ${words}`)).toMatchObject({ code: 2 });
    }
    expect(await ops('keys create --account nobody --scope read')).toMatchObject({ code: 1 });
    expect(await ops('keys revoke 000000000000')).toMatchObject({ code: 1 });
  });

  it('audits every command that changes something; the others run on a read-only database', async () => {
    const { agentId, executionId } = await accepted();
    const url = new URL(fixture.databaseUrl);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const { database: readOnly, close } = await connectDatabase(url.href, 1);
    await expect(ops('users create', readOnly)).rejects.toThrow('read-only transaction');
    const words: Readonly<Record<string, string>> = {
      'lanes show': agentId,
      'wallets show': agentId,
      'executions show': executionId,
      why: executionId,
      'accounts budget': 'carol@example.com',
      'archive check': path.join(import.meta.dirname, 'main.ts'),
    };
    for (const { name } of COMMANDS.filter(({ changes }) => !changes)) {
      const outcome = await ops(`${name} ${words[name] ?? ''}`.trim(), readOnly).catch((error: Error) => error.name);
      // `verify` needs a chain, and there is none.
      const failure = name === 'verify' ? 'ChainUnavailableError' : undefined;
      const code = name === 'archive check' ? 1 : 0;
      expect([name, outcome]).toEqual([name, failure ?? expect.objectContaining({ code })]);
    }
    await close();

    const changing: Readonly<Record<string, string>> = {
      pause: 'buy_no',
      resume: 'buy_no',
      'lanes release': 'agent_nobody_1',
      'wallets release': 'agent_nobody_1',
      'wallets rebind': 'agent_nobody_1 --email carol@example.com',
      'wallets enable': 'agent_nobody_1',
      'executions settle': `${executionId} --outcome failed`,
      'webhooks resume': 'webhook_1',
      restored: '',
      'archive create': '2026-01 --to .',
      'index rebuild': '--yes',
      'accounts create': 'audited',
      'accounts init': '',
      'accounts limits': 'audited --daily 5',
      'users create': '',
      'users bind': '00000000-0000-4000-8000-00000000abcf --account audited',
      'keys create': '--account audited --scope read',
      'keys revoke': '000000000000',
      'keys reencrypt': '',
    };
    expect(COMMANDS.filter(({ changes }) => changes).map(({ name }) => name)).toEqual(Object.keys(changing));
    for (const [name, rest] of Object.entries(changing)) {
      await ops(`${name} ${rest} --actor robin`.replace('  ', ' ')).catch(() => undefined); // there is no chain
      expect(await json('audit --limit 1')).toMatchObject({ runs: [{ actor: 'robin', command: name }] });
    }
  });

  it('lists an interrupted run as begun', async () => {
    await fixture.database.query(
      `INSERT INTO audit_log (run_id, actor, command, arguments, outcome)
       VALUES (gen_random_uuid(), 'robin', 'restored', '{}', 'begun')`,
    );
    expect(await json('audit --limit 1')).toMatchObject({
      runs: [{ command: 'restored', outcome: 'begun', detail: '' }],
    });
  });
});
