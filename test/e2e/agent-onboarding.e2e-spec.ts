import pg from 'pg';
import { passcodeOf } from '@app/agents';
import { startStack, type Stack } from '../support/index.js';
import { AgentClient, ALL_ACTIONS, type Answer, eventually } from './support/agent-client.js';
import { ChainClient } from './support/chain-client.js';

interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

describe('an agent whose owner has a mailbox', () => {
  let stack: Stack;
  let chain: ChainClient;
  let carol: AgentClient;
  const passcodes: string[] = [];
  const market = { market_id: 'carols-market', market_contract_address: '' };

  beforeAll(async () => {
    stack = await startStack();
    chain = new ChainClient(stack.rpcUrl);
    carol = new AgentClient(stack.api.url, 'agent_carol_01');
  });

  afterAll(async () => {
    chain?.close();
    await stack?.stop();
  });

  async function start(fields: object = {}): Promise<{ id: string; mail: Mail; passcode: string }> {
    const mailbox = 'carol@example.com';
    const { status, body } = await carol.post('/agent/onboarding/start', {
      agent_id: carol.agentId,
      user_email: mailbox,
      ...fields,
    });
    expect([status, body.onboarding.user_email]).toEqual([201, 'c***@example.com']);
    const id: string = body.onboarding.onboarding_id;
    const passcode = passcodeOf(stack.secrets.passcodeKey, id);
    passcodes.push(passcode);
    const mails = await eventually(
      async () => (await (await fetch(`${stack.mailbox.url}/messages`)).json()) as Mail[],
      (messages) => messages.some(({ to, text }) => to.includes(mailbox) && text.includes(passcode)),
    );
    const mail = mails.find(({ text }) => text.includes(passcode));
    if (mail === undefined) throw new Error('no mail');
    return { id, mail, passcode };
  }

  const verify = (id: string, otp: string): Promise<Answer> =>
    carol.post('/agent/onboarding/verify', { onboarding_id: id, otp });

  it('gets the passcode by e-mail and can execute at once', async () => {
    const { id, mail, passcode } = await start();
    expect(mail.html).toContain(passcode);
    expect(mail.text).toContain(carol.agentId);

    const { status, body } = await verify(id, passcode);
    expect([status, body.next_step]).toEqual([200, 'ready']);
    expect(body.agent_wallet.allowed_actions).toEqual(ALL_ACTIONS);
    carol.address = body.agent_wallet.agent_wallet_address;
    expect((await carol.post(`/agent/wallets/${carol.agentId}/faucet`)).status).toBe(200);

    const created = await carol.run('create_market', {
      market_id: market.market_id,
      question: 'Will it rain?',
      close_timestamp: String((await chain.now()) + 3600),
      resolver: carol.address,
      collateral_token: (await carol.get('/chain/contract')).body.collateral_erc20_interface,
    });
    expect(created.status).toBe(200);
    market.market_contract_address = created.body.execution.market_contract_address;
  });

  it('sees in its portfolio what the chain says, and a refund to claim when the market is cancelled', async () => {
    await carol.run('buy_yes', { ...market, amount: '10' });
    await carol.run('buy_no', { ...market, amount: '2.5' });
    const held = (await carol.get(`/agent/portfolio/${carol.agentId}`)).body.portfolio;
    expect(held).toMatchObject({ active_positions_count: 2, total_exposure: '12.5', claimable_refundable_count: 0 });
    expect(held.positions.map((position: any) => [position.outcome, position.quantity])).toEqual([
      ['YES', '10'],
      ['NO', '2.5'],
    ]);
    expect(held.as_of_block).toBeGreaterThan(0);

    await carol.run('cancel_market', market);
    const refundable = (await carol.get(`/agent/portfolio/${carol.agentId}`)).body.portfolio;
    expect(refundable).toMatchObject({ active_positions_count: 0, claimable_refundable_count: 2, total_exposure: '0' });

    const claimed = await carol.run('claim_refund', market);
    const settled = (await carol.get(`/agent/portfolio/${carol.agentId}`)).body.portfolio;
    expect(settled.settlements).toEqual(
      ['YES', 'NO'].map((outcome) =>
        expect.objectContaining({ outcome, status: 'SETTLED', tx_hash: claimed.body.execution.transaction_hash }),
      ),
    );
  });

  it('warns of a resolver who is the creator, read from the chain', async () => {
    const { body } = await carol.post('/agent/intents', {
      action: 'claim_refund',
      agent_id: carol.agentId,
      user_wallet: carol.address,
      ...market,
    });
    expect(body.intent.warnings).toEqual(['the resolver of this market is its creator']);
  });

  it('lists what it did, newest first', async () => {
    const { body } = await carol.get(`/agent/activity/${carol.agentId}?limit=3`);
    expect(body.activity.items.map(({ type, action, status }: any) => [type, action, status])).toEqual([
      ['intent', 'claim_refund', 'preview'],
      ['execution', 'claim_refund', 'executed'],
      ['intent', 'claim_refund', 'executed'],
    ]);
    expect(body.activity.next_cursor).not.toBeNull();
  });

  it('is loosened only by what the e-mail stated', async () => {
    const tight = { agent_id: carol.agentId, wallet_provider: 'provider_agent_wallet', allowed_actions: ['buy_yes'] };
    expect((await carol.post('/agent/wallets', tight)).status).toBe(200);
    const loose = { ...tight, allowed_actions: ['buy_yes', 'buy_no'] };
    expect((await carol.post('/agent/wallets', loose)).body.error.code).toBe('agent_policy_violation');

    const { id, mail, passcode } = await start({
      wallet_update: { allowed_actions: ['buy_yes', 'buy_no'], policy_metadata: { max_trade_amount: '7.5' } },
    });
    expect(mail.text).toContain('buy_yes, buy_no');
    expect(mail.text).toContain('7.5');
    expect((await verify(id, passcode)).body.agent_wallet).toMatchObject({
      allowed_actions: ['buy_yes', 'buy_no'],
      policy_metadata: { max_trade_amount: '7.5' },
    });
  });

  it('leaves its passcodes in no log and in no row, the queue’s included', async () => {
    const rows = await everyRow(stack.databaseUrl);
    const logs = [stack.api, ...stack.workers].map(({ log }) => log);
    expect(rows.some((row) => row.includes(carol.agentId))).toBe(true);
    for (const passcode of passcodes) {
      // Six digits also stand in ids and hashes, and behind the point of a time or a price.
      const alone = new RegExp(`(?<![0-9a-fA-F.])${passcode}(?![0-9a-fA-F])`);
      expect([...rows, ...logs].filter((text) => alone.test(text))).toEqual([]);
    }
  });
});

/** Every row of every table as text. */
async function everyRow(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`SELECT t::text AS text FROM ${name} AS t`);
      texts.push(...rows.map(({ text }) => text));
    }
    return texts;
  } finally {
    await client.end();
  }
}
