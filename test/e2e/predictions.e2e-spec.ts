import { startStack, type Stack } from '../support/index.js';
import { AgentClient } from './support/agent-client.js';
import { ChainClient } from './support/chain-client.js';
import { Random } from '../../tools/support/random.js';

const SEED = Number(process.env.PREVIEW_TEST_SEED ?? 20_261_121);
/** At least so many rounds, and then until everything has happened. */
const ROUNDS = 40;
const ROUNDS_MAX = 400;
const EXECUTED_MIN = 10;
const LIFE_S = 300;

interface Check {
  rule: string;
  result: 'pass' | 'fail' | 'unknown';
  code: string | null;
}

interface Wish {
  agent: AgentClient;
  action: string;
  fields: object;
}

const WANTED = [
  ...['executed', 'agent_execution_failed', 'agent_policy_violation'],
  ...['unseen agent_policy_violation', 'unseen agent_action_forbidden'],
  ...['market_state', 'simulation', 'min_multiple', 'balance'],
];

/** The whole way, through API, worker, provider and chain: what the previews say comes true. */
describe(`previews of whatever an agent may want (seed ${SEED})`, () => {
  const random = new Random(SEED).next;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const markets: Record<string, { market_id: string; market_contract_address: string }> = {};
  let stack: Stack;
  let chain: ChainClient;
  let agents: AgentClient[];

  beforeAll(async () => {
    stack = await startStack();
    chain = new ChainClient(stack.rpcUrl);
    agents = ['alice', 'robin', 'timid'].map((name) => new AgentClient(stack.api.url, `agent_${name}_08`));
    await Promise.all(agents.map((agent) => agent.setUp()));
    const [alice, robin, timid] = agents as [AgentClient, AgentClient, AgentClient];
    const tight = {
      agent_id: timid.agentId,
      wallet_provider: 'provider_agent_wallet',
      allowed_actions: ['buy_yes', 'close_market', 'claim_payout', 'claim_refund'],
      policy_metadata: { max_trade_amount: '20' },
    };
    expect((await timid.post('/agent/wallets', tight)).status).toBe(200);
    const collateral_token = (await alice.get('/chain/contract')).body.collateral_erc20_interface;
    const closeS = (await chain.now()) + LIFE_S;
    for (const [market_id, close_timestamp] of [
      ['over', closeS],
      ['open', closeS + 3_600],
      ['doomed', closeS + 3_600],
    ] as const) {
      const terms = { market_id, question: 'Will it?', resolver: alice.address, collateral_token };
      const { body } = await alice.run('create_market', { ...terms, close_timestamp: String(close_timestamp) });
      markets[market_id] = { market_id, market_contract_address: body.execution.market_contract_address };
    }
    await Promise.all([
      timid.run('buy_yes', { ...markets['over'], amount: '10' }),
      robin.run('buy_no', { ...markets['over'], amount: '30' }),
    ]);
    await chain.reach(closeS);
  });
  afterAll(async () => {
    chain?.close();
    await stack?.stop();
  });

  function randomWish(): Wish {
    const market = pick(['over', 'over', 'open', 'open', 'doomed']);
    const likely = {
      over: ['close_market', 'resolve_market', 'claim_payout', 'claim_payout', 'buy_yes'],
      open: ['buy_yes', 'buy_no', 'buy_yes', 'buy_no', 'resolve_market', 'close_market'],
      doomed: ['cancel_market', 'claim_refund', 'buy_yes'],
    }[market] as string[];
    const action = pick(likely);
    const amount = pick(['5', '15', '25', '5000', (1 + random() * 10).toFixed(6)]);
    const multiple = random() < 0.4 ? { min_multiple: (1 + random() * 2).toFixed(2) } : {};
    const buy = action.startsWith('buy') ? { amount, ...multiple } : {};
    const named = action === 'resolve_market' ? { outcome: 'yes' } : {};
    return { agent: pick(agents), action, fields: { ...markets[market], ...buy, ...named } };
  }

  /** What the preview foresees, if the policy lets it be previewed; `code` is what comes of it then. */
  async function tryOut({ agent, action, fields }: Wish): Promise<{ failing: Check[] | null; code: string }> {
    const intent = { action, agent_id: agent.agentId, user_wallet: agent.address, ...fields };
    const { status, body } = await agent.post('/agent/intents', intent);
    if (status !== 201) return { failing: null, code: body.error.code };
    const { intent_id, validation_result } = body.intent;
    // A possible duplicate is told, and refuses nothing.
    const checks = validation_result.checks.filter(({ rule }: Check) => rule !== 'duplicate');
    const failing = checks.filter(({ result }: Check) => result !== 'pass');
    const confirmed = await agent.post(`/agent/intents/${intent_id}/confirm`);
    if (confirmed.status !== 200) return { failing, code: confirmed.body.error.code };
    const executed = await agent.execute(intent_id);
    return { failing, code: executed.body.error?.code ?? executed.body.execution.status };
  }

  it('execute when every check passes, and are refused with the code of the first that fails when one does', async () => {
    const seen = new Map<string, number>();
    const count = (what: string): Map<string, number> => seen.set(what, (seen.get(what) ?? 0) + 1);
    const lacks = (): boolean => WANTED.some((what) => !seen.has(what)) || (seen.get('executed') ?? 0) < EXECUTED_MIN;
    for (let round = 0; round < ROUNDS || (lacks() && round < ROUNDS_MAX); round += 1) {
      const wish = randomWish();
      const { failing, code } = await tryOut(wish);
      count(failing === null ? `unseen ${code}` : code);
      if (failing === null) continue;
      expect({ round, action: wish.action, code }).toEqual({
        round,
        action: wish.action,
        code: failing[0]?.code ?? 'executed',
      });
      for (const { rule } of failing) count(rule);
    }
    expect([...seen.keys()]).toEqual(expect.arrayContaining([...WANTED]));
    expect(seen.get('executed')).toBeGreaterThanOrEqual(EXECUTED_MIN);
  });
});
