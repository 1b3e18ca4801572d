import { Presage } from '@presage/sdk';
import { getBriefing } from './overview-tools.js';

const AGENT = { agent_id: 'agent_alice_01' };
const WALLET = { ...AGENT, policy_metadata: { auto_claim: false } };

/** Answers reads of an agent whose newest activity has nothing unfinished. */
const service: typeof fetch = (input) => {
  const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
  const json = (body: object, status = 200): Promise<Response> => Promise.resolve(Response.json(body, { status }));
  if (pathname === '/agent/intents') {
    if (searchParams.get('limit') !== '50') return json({ intents: [], next_cursor: 'c1' });
    const status = searchParams.get('status');
    const intents = status === 'preview' ? [] : [{ intent_id: `agent_intent_${status}`, status }];
    return json({ intents, next_cursor: null });
  }
  if (pathname.endsWith('/balance')) {
    return json({ error: { code: 'provider_agent_wallet_balance_failed', message: 'No answer.' } }, 502);
  }
  return json({ agent_wallet: WALLET, budget: { rules: [] }, portfolio: { positions: [] }, activity: { items: [] } });
};

describe('get_briefing', () => {
  it('lists the 50 newest of each unfinished status, however much has happened since', async () => {
    const presage = new Presage({ baseUrl: 'http://service', fetch: service });
    const { signal } = new AbortController();
    const briefing = await getBriefing.run(AGENT, { presage, signal, progress: () => undefined });
    const unfinished = ['agent_intent_confirmed', 'agent_intent_executing'];
    expect(briefing).toMatchObject({
      unfinished_intents: unfinished.map((intent_id) => ({ intent_id })),
      next_actions: unfinished.map((intent_id) => ({ tool: 'get_intent', arguments: { intent_id } })),
    });
  });

  it.each([
    [true, { positions: [{ by: 'auto_claim' }], next_actions: [] }],
    [false, { positions: [{ claim_action: 'claim_payout' }], next_actions: [{ tool: 'preview_action' }] }],
  ])('leaves claims to a wallet that claims automatically (%s)', async (auto_claim, expected) => {
    const agent_wallet = { ...WALLET, policy_metadata: { auto_claim } };
    const position = { market_id: 'rain', market_contract_address: '0x1', claim_action: 'claim_payout' };
    const intent = { intent_id: 'agent_intent_1', status: 'executing', source_client: 'presage_auto_claim' };
    const claiming: typeof fetch = (input) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      if (pathname.startsWith('/agent/wallets/'))
        return Promise.resolve(
          Response.json({ agent_wallet, budget: { rules: [] }, agent_wallet_balance: { balances: [] } }),
        );
      if (pathname === '/agent/intents')
        return Promise.resolve(Response.json({ intents: [intent], next_cursor: null }));
      return Promise.resolve(Response.json({ portfolio: { positions: [position] } }));
    };
    const presage = new Presage({ baseUrl: 'http://service', fetch: claiming });
    const { signal } = new AbortController();
    const briefing = await getBriefing.run(AGENT, { presage, signal, progress: () => undefined });
    expect(briefing).toMatchObject(expected);
  });

  it('states no balances when the custody does not answer, instead of none', async () => {
    const presage = new Presage({ baseUrl: 'http://service', fetch: service });
    const { signal } = new AbortController();
    const briefing = await getBriefing.run(AGENT, { presage, signal, progress: () => undefined });
    expect(briefing).toMatchObject({ balances: null });
  });

  it.each([
    [401, 'api_key_invalid'],
    [429, 'rate_limited'],
  ])('reports a refusal with %i of the balances as such', async (status, code) => {
    const refusal = (): Response => Response.json({ error: { code, message: 'No.' } }, { status });
    const refusing: typeof fetch = (input) =>
      (input instanceof Request ? input.url : new URL(input).pathname).endsWith('/balance')
        ? Promise.resolve(refusal())
        : service(input);
    const context = { signal: new AbortController().signal, progress: () => undefined };
    const presage = new Presage({ baseUrl: 'http://service', fetch: refusing });
    await expect(getBriefing.run(AGENT, { presage, ...context })).rejects.toMatchObject({ code });
  });
});
