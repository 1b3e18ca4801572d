import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runProgram } from '../program.js';

const AGENT = 'agent_alice_01';
const [RAIN, SUN] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`];
const HASH = `0x${'1'.repeat(64)}`;
const END = '2999-01-01T00:00:00Z';

function market(name: string, address: string, fields: object = {}) {
  const onchain = {
    ...{ market_id: name, market_contract_address: address, resolver: address, as_of_block: 7 },
    ...{ yes_pool: '60', no_pool: '33.3', implied_probability_yes: '0.643086816720257234' },
  };
  return {
    ...{ id: `33afa54d-6db2-85fc-ac6d-${address.slice(2, 14)}`, title: `Will it be ${name}?`, status: 'OPEN' },
    ...{ closes_at: '2027-01-31T18:00:00.000Z', description: null, winning_outcome: null, category: null },
    ...{ collateral_asset: 'USDC', resolution_source: null, resolution_terms: { resolver: address }, onchain },
    ...fields,
  };
}

const CREATED = {
  ...{ intent_id: 'agent_intent_1', agent_id: AGENT, action: 'create_market', status: 'executed', executions_count: 1 },
  validation_result: { checks: [], fee: null },
  ...{ market_id: 'rain', client_request_id: 'create_market rain', close_timestamp: '2026-11-27T18:00:00.000Z' },
};
const POSITION = {
  ...{ market_id: 'rain', outcome: 'YES', market_status: 'RESOLVED', quantity: '5', cost: '5', current_value: '8' },
  ...{ realized_pnl: '0', unrealized_pnl: '3', claimable: '8', refundable: '0', claim_action: 'claim_payout' },
  market_contract_address: RAIN,
};

describe('the commands', () => {
  let server: Server;
  let url: string;
  let requests: string[];
  let bodies: unknown[];
  const traces = new Set<string>();
  /** Answers by the method and path of a request, and by its query where that matters. */
  let answers: Record<string, object>;

  beforeEach(async () => {
    [requests, bodies, answers] = [[], [], {}];
    server = createServer((request, response) => {
      void readBody(request).then((body) => {
        const target = `${request.method} ${request.url}`;
        requests.push(target);
        traces.add(String(request.headers['traceparent']));
        if (body !== '') bodies.push(JSON.parse(body));
        const answer = answers[target] ?? answers[target.split('?')[0] ?? ''];
        response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(answer ?? { error: { code: 'not_found', message: 'No.' } }));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  async function run(...words: string[]): Promise<{ code: number; out: string; err: string }> {
    let [out, err] = ['', ''];
    const terminal = {
      out: (text: string) => (out += text),
      err: (text: string) => (err += text),
      isInteractive: false,
    };
    const environment = { url, apiKey: undefined, agentId: AGENT };
    return { code: await runProgram(words, { environment, terminal }), out, err };
  }

  it.each([
    [['--auto-claim'], { auto_claim: true }],
    [['--no-auto-claim', '--max-trade-amount', '5'], { auto_claim: false, max_trade_amount: '5' }],
    [['--total-limit', '90', '--valid-until', END], { total_limit: '90', valid_until: END }],
    [[], {}],
  ])('sets up an agent with %j', async (options, policy_metadata) => {
    const wallet = { agent_id: AGENT, agent_wallet_address: RAIN, allowed_actions: ['claim_payout'] };
    answers[`GET /agent/wallets/${AGENT}`] = { agent_wallet: wallet };
    answers['POST /agent/wallets'] = { agent_wallet: wallet };
    expect(await run('agent', 'setup', '--no-faucet', ...options)).toMatchObject({ code: 0 });
    expect(bodies).toEqual([expect.objectContaining({ allowed_actions: ['claim_payout'], policy_metadata })]);
  });

  it('shows the limits of an agent, and the end of its mandate', async () => {
    const rule = { scope: 'agent', rule: 'total_limit', limit: '90', spent: '10', reserved: '0', headroom: '80' };
    answers[`GET /agent/wallets/${AGENT}/budget`] = { budget: { agent_id: AGENT, valid_until: END, rules: [rule] } };
    const end = { scope: 'agent', rule: 'valid_until', limit: END };
    expect(JSON.parse((await run('agent', 'budget')).out)).toEqual([rule, end]);
  });

  describe('a market by its name', () => {
    beforeEach(() => {
      answers['GET /agent/intents'] = { intents: [], next_cursor: null };
    });

    it('is the one that the agent created', async () => {
      answers['GET /agent/intents'] = { intents: [{ ...CREATED, market_contract_address: RAIN }], next_cursor: null };
      answers[`GET /markets?market_contract_address=${RAIN}`] = { markets: [market('rain', RAIN)], next_cursor: null };
      expect(JSON.parse((await run('markets', 'show', 'rain')).out)).toMatchObject({ onchain: { market_id: 'rain' } });
    });

    it('is the only one that has it', async () => {
      answers['GET /markets'] = { markets: [market('sun', SUN)], next_cursor: null };
      expect((await run('markets', 'show', 'sun')).code).toBe(0);
      expect(requests).toContain('GET /markets?onchain_market_id=sun&limit=50');
    });

    it('is refused when several have it, with their addresses', async () => {
      answers['GET /markets'] = { markets: [market('sun', SUN), market('sun', RAIN)], next_cursor: null };
      const { code, err } = await run('buy', 'sun', 'yes', '5', '--purpose', 'p');
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`${SUN}, ${RAIN}`) });
    });

    it('is refused when none has it, in words that name all three ways', async () => {
      answers['GET /markets'] = { markets: [], next_cursor: null };
      const { code, err } = await run('markets', 'show', 'snow');
      expect(code).toBe(4);
      expect(err).toContain('No market has the id, contract address or name snow.');
    });
  });

  it('lists markets of a status, or of all', async () => {
    const markets = [market('rain', RAIN), market('record', SUN, { onchain: null }), market('sun', SUN)];
    answers['GET /markets'] = { markets, next_cursor: null };
    expect(JSON.parse((await run('markets', 'list', '--status', 'all')).out)).toMatchObject([
      { name: 'rain', yes_pool: '60', no_pool: '33.3', probability_yes: '0.643086816720257234' },
      { name: 'sun' },
    ]);
    await run('markets', 'list', '--status', 'Closed');
    await run('markets', 'list', '--status', 'TRADING_CLOSED');
    await run('markets', 'list');
    const closed = 'GET /markets?status=TRADING_CLOSED&limit=50';
    expect(requests).toEqual(['GET /markets?limit=50', closed, closed, 'GET /markets?status=OPEN&limit=50']);
    expect(JSON.parse((await run('markets', 'list', '--limit', '1')).out)).toHaveLength(1);
  });

  it('prints tables without JSON and without more digits than a person reads', async () => {
    answers['GET /markets'] = { markets: [market('rain', RAIN)], next_cursor: null };
    answers['GET /agent/intents'] = { intents: [], next_cursor: null };
    const terms = { payout_if_won: '9', payout_multiple: '1.692307692307692307' };
    const { id } = market('rain', RAIN);
    answers[`GET /markets/${id}/quote`] = {
      quote: {
        ...{ outcome: 'YES', amount: '5', payout_if_won: '8.46', profit_if_won: '3.46' },
        ...{ implied_probability_before: '0.643086816720257234', implied_probability_after: '0.661' },
        ...{ payout_multiple: '1.692307692307692307', break_even_probability: '0.59090909090909' },
        later_bets: [{ amount: '5', on_same_outcome: terms, on_other_outcome: terms }],
      },
    };
    for (const words of [
      ['markets', 'list'],
      ['markets', 'show', 'rain'],
      ['markets', 'quote', 'rain', 'yes', '5'],
    ]) {
      const { code, out } = await run('-o', 'table', ...words);
      expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('64.3 %') });
      expect(out).not.toMatch(/[{}"]|\.\d{3}/);
    }
  });

  it('reads portfolio and positions, with the command that claims', async () => {
    const settlements = [{ tx_hash: HASH }];
    answers[`GET /agent/portfolio/${AGENT}`] = {
      portfolio: { agent_id: AGENT, total_exposure: '5', positions: [POSITION], settlements },
    };
    expect(JSON.parse((await run('portfolio')).out)).toMatchObject({ positions: [POSITION], settlements });
    const { out } = await run('-o', 'table', 'portfolio');
    expect(out).toMatch(/^total_exposure +5\nsettlements +1\n\nMARKET .*\nrain .*/m);
    expect(out).toContain(`8         presage claim ${RAIN}\n`);
    const decided = { ...POSITION, claim_action: null };
    answers[`GET /agent/portfolio/${AGENT}`] = { portfolio: { positions: [decided, POSITION], settlements } };
    expect(JSON.parse((await run('positions')).out)).toEqual([decided, POSITION]);
  });

  it('lists intents and activity', async () => {
    answers['GET /agent/intents'] = {
      intents: [{ ...CREATED, created_at: '2026-11-27T17:00:00Z' }],
      next_cursor: null,
    };
    expect((await run('-o', 'table', 'intent', 'list', '--status', 'executed')).out).toMatch(
      /^CREATED .*\n2026-11-27 17:00Z +create_market +rain .* create_market rain +agent_intent_1\n$/,
    );
    expect(requests).toEqual([`GET /agent/intents?agent_id=${AGENT}&status=executed&limit=50`]);
    const item = { type: 'intent', created_at: '2026-11-27T17:00:00Z', market_id: 'rain' };
    const activity = { items: [item], next_cursor: null };
    answers[`GET /agent/activity/${AGENT}`] = { activity };
    expect(JSON.parse((await run('activity', '--limit', '3')).out)).toEqual([item]);
  });

  it('prints what a claim has paid, as soon as it is listed', async () => {
    const claim = { ...CREATED, action: 'claim_refund' };
    const path = 'GET /agent/intents/agent_intent_1';
    const executions = [{ status: 'executed', transaction_hash: HASH }];
    Object.assign(answers, { [path]: { intent: claim }, [`${path}/executions`]: { executions, next_cursor: null } });
    const settlements = ['5.25', '2.75'].map((amount) => ({ tx_hash: HASH, amount }));
    answers[`GET /agent/portfolio/${AGENT}`] = { portfolio: { settlements } };
    expect(JSON.parse((await run('intent', 'show', 'agent_intent_1')).out)).toMatchObject({ paid: '8' });
  });

  it('prints what a bet has bought and the odds after it', async () => {
    const buy = { ...CREATED, action: 'buy_no', amount: '3' };
    const path = 'GET /agent/intents/agent_intent_1';
    const executions = [{ status: 'executed', readback: { total_yes: '5000000', total_no: '3000000' } }];
    Object.assign(answers, { [path]: { intent: buy }, [`${path}/executions`]: { executions, next_cursor: null } });
    const { out } = await run('intent', 'show', 'agent_intent_1');
    expect(JSON.parse(out)).toMatchObject({ outcome: 'NO', amount: '3', probability_yes: '0.6250' });
    expect((await run('-o', 'table', 'intent', 'show', 'agent_intent_1')).out).toContain('62.5 %');
  });

  it('keeps the close time of the first run when a relative one is repeated', async () => {
    answers[`GET /agent/wallets/${AGENT}`] = { agent_wallet: { agent_wallet_address: RAIN } };
    answers['GET /chain/contract'] = { collateral_erc20_interface: SUN };
    answers['POST /agent/intents'] = { intent: CREATED };
    answers['GET /agent/intents/agent_intent_1'] = { intent: CREATED };
    answers['GET /agent/intents/agent_intent_1/executions'] = { executions: [], next_cursor: null };
    for (const intents of [[], [CREATED]]) {
      answers['GET /agent/intents'] = { intents, next_cursor: null };
      await run('create', 'rain', '--question', 'Rain?', '--closes', '+1h');
    }
    const [first, repeated] = bodies.map((body) => (body as { close_timestamp: string }).close_timestamp);
    expect(Date.parse(first ?? '')).toBeGreaterThan(Date.now());
    expect(repeated).toBe(CREATED.close_timestamp);
  });

  it('states evidence with a resolution, and shows it with the market', async () => {
    const resolved = market('rain', RAIN, { winning_outcome: 'YES' });
    const evidence = { url: 'https://example.org/a', sha256: null, note: 'Page 3' };
    answers['GET /markets'] = { markets: [resolved], next_cursor: null };
    answers[`GET /agent/wallets/${AGENT}`] = { agent_wallet: { agent_wallet_address: SUN } };
    answers['GET /agent/intents'] = { intents: [], next_cursor: null };
    answers[`GET /markets/${resolved.id}/resolution`] = { resolution: { evidence } };
    expect((await run('resolve', RAIN, 'yes', '--evidence-note', 'Page 3')).code).toBe(2);
    expect(bodies).toEqual([]);
    await run('resolve', RAIN, 'yes', '--evidence', evidence.url, '--evidence-note', evidence.note);
    expect(bodies).toEqual([expect.objectContaining({ action: 'resolve_market', outcome: 'yes', evidence })]);
    expect(JSON.parse((await run('markets', 'show', RAIN)).out)).toMatchObject({ evidence });
    expect((await run('markets', 'show', RAIN, '-o', 'table')).out).toContain(evidence.url);
  });

  it('sends all requests of a command in one trace, and reads the limits of the key', async () => {
    answers['GET /account'] = { account: { scopes: ['read'], rate: null } };
    answers['GET /markets'] = { markets: [market('rain', RAIN)], next_cursor: null };
    answers['GET /agent/intents'] = { intents: [], next_cursor: null };
    expect(JSON.parse((await run('agent', 'account')).out)).toEqual({ scopes: ['read'], rate: null });
    traces.clear();
    await run('markets', 'show', 'rain');
    expect(requests.length).toBeGreaterThan(2);
    expect([...traces]).toEqual([expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)]);
  });

  it('completes names of markets, and addresses where a name is not unique', async () => {
    const markets = [
      market('rain', RAIN),
      market('sun', SUN),
      market('sun', RAIN),
      market('a b', SUN),
      market('--retry', RAIN),
    ];
    answers['GET /markets'] = { markets, next_cursor: null };
    expect((await run('complete', '--', 'buy', '')).out).toBe(`rain\n${[SUN, RAIN, SUN, RAIN].join('\n')}\n`);
    expect((await run('complete', '--', 'claim', 'ra')).out).toBe('rain\n');
  });
});

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
