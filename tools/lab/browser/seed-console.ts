import { ACTION_NAMES, type Action, WALLET_PROVIDER } from '@app/common';
import type { ApiAgent, ApiClient } from '../../support/api-client.js';
import { listAt, textAt } from '../../support/json.js';

export interface ConsoleSeed {
  readonly agentId: string;
  /** An agent with executions that no other picture is of. */
  readonly other: ApiAgent;
  /** Fields that name the market. */
  readonly market: object;
  readonly intentId: string;
  readonly marketId: string;
}

interface SeedOptions {
  readonly api: ApiClient;
  /** Lets time pass on the chain, so that the buys are in several intervals. */
  readonly advance: (seconds: number) => Promise<void>;
}

type Buy = readonly [action: Action, amount: string];

const BUYS: readonly Buy[] = [
  ['buy_yes', '12'],
  ['buy_no', '8'],
  ['buy_yes', '5.5'],
  ['buy_no', '14'],
  ['buy_yes', '20'],
  ['buy_yes', '3.25'],
  ['buy_no', '9'],
  ['buy_yes', '18'],
  ['buy_yes', '7.5'],
];
const STEP_S = 60;
/** Shorter than all steps together, so that the market can be decided after them. */
const SHORT_LIFE_S = 480;
const LONG_LIFE_S = 864_000;

/** Creates markets with buys of two agents through the API. Two of the markets are decided; one pays the first agent. */
export async function seedConsole({ api, advance }: SeedOptions): Promise<ConsoleSeed> {
  const ada = await api.setUpAgent('agent_ada_forecasts');
  const ben = await api.setUpAgent('agent_ben_markets');
  await limit(api, ada, { max_trade_amount: '25', daily_limit: '100', market_limit: '80', open_exposure_limit: '150' });
  const contract = await api.call({ method: 'GET', path: '/chain/contract' });
  const terms = { resolver: ben.address, collateral_token: textAt(contract, 'collateral_erc20_interface') };

  const create = async (market_id: string, question: string, lifeS = LONG_LIFE_S): Promise<object> => {
    const close_timestamp = new Date(Date.now() + lifeS * 1_000).toISOString();
    const intentId = await execute(api, ben, 'create_market', { ...terms, market_id, question, close_timestamp });
    const [execution] = await api.listExecutions(intentId);
    return { market_id, market_contract_address: textAt(execution, 'market_contract_address') };
  };
  const launch = await create('launch', 'Will the launch succeed at the first attempt?');
  const match = await create('match', 'Will the home team win the match?', SHORT_LIFE_S);
  const cup = await create('cup', 'Will the home team win the cup?', SHORT_LIFE_S);
  const rain = await create('rain', 'Will it rain in Lisbon on New Year’s Eve?');

  await execute(api, ada, 'buy_yes', { ...match, amount: '10' });
  await execute(api, ben, 'buy_no', { ...match, amount: '6' });
  await execute(api, ada, 'buy_yes', { ...cup, amount: '2.5' });
  await execute(api, ben, 'buy_no', { ...cup, amount: '4' });
  await execute(api, ada, 'buy_no', { ...launch, amount: '6' });
  let intentId = '';
  for (const [index, [action, amount]] of BUYS.entries()) {
    intentId = await execute(api, index % 3 === 1 ? ben : ada, action, { ...rain, amount });
    await advance(STEP_S);
  }
  await execute(api, ben, 'resolve_market', { ...match, outcome: 'yes' });
  await execute(api, ben, 'resolve_market', { ...cup, outcome: 'no' });
  const path = `/markets?market_contract_address=${textAt(rain, 'market_contract_address')}`;
  const [market] = listAt(await api.call({ method: 'GET', path }), 'markets');
  return { agentId: ada.agentId, other: ben, market: rain, intentId, marketId: textAt(market, 'id') };
}

async function limit(api: ApiClient, { agentId: agent_id }: ApiAgent, policy_metadata: object): Promise<void> {
  const body = { agent_id, wallet_provider: WALLET_PROVIDER, allowed_actions: ACTION_NAMES, policy_metadata };
  await api.call({ method: 'POST', path: '/agent/wallets', body });
}

/** @returns the id of the intent */
async function execute(api: ApiClient, agent: ApiAgent, action: Action, fields: object): Promise<string> {
  const intentId = await api.createConfirmedIntent(agent, action, fields);
  const { status, body } = await api.executeIntent(intentId);
  if (status !== 200) throw new Error(`${action} answered ${status}: ${JSON.stringify(body)}`);
  return intentId;
}
