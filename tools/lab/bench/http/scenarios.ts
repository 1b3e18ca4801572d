import { randomUUID } from 'node:crypto';
import type { ApiRequest } from '../../../support/api-client.js';
import { textAt } from '../../../support/json.js';

const DEMO_USER = '00000000-0000-4000-8000-000000000001';
const SOME_ADDRESS = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';

/** Rows reserved for one connection of the load. */
export interface ConnectionRows {
  readonly agentId: string;
  readonly marketId: string;
  /** A market on the chain. */
  readonly marketContractAddress: string;
}

/** Builds a request from the connection's rows and the body of the answer before it. */
export type Step = (rows: ConnectionRows, answer: unknown) => ApiRequest;

/** A sequence of requests that every connection repeats. */
export interface Scenario {
  readonly title: string;
  readonly unit: string;
  /** Minimum ratio of the API's rate to the reference's. */
  readonly minRatio: number;
  /** Minimum ratio of the API's rate to the limit's. */
  readonly minLimitRatio?: number;
  /** Maximum of the API's CPU time. */
  readonly maxCpuUs?: number;
  readonly steps: readonly [Step, ...Step[]];
}

const create: Step = (rows) => ({ method: 'POST', path: '/agent/intents', body: buyOf(rows) });
const confirm: Step = (_rows, answer) => ({
  method: 'POST',
  path: `/agent/intents/${textAt(answer, 'intent', 'intent_id')}/confirm`,
});
const execute: Step = (_rows, answer) => ({
  method: 'POST',
  path: `/agent/intents/${textAt(answer, 'execution_plan', 'intent_id')}/execute`,
  headers: { prefer: 'respond-async' },
});

export const SCENARIOS = {
  market: {
    title: 'GET /markets/{id}',
    unit: 'requests/s',
    minRatio: 0.8,
    steps: [({ marketId }) => ({ method: 'GET', path: `/markets/${marketId}` })],
  },
  markets: {
    title: 'GET /markets, 50 rows',
    unit: 'requests/s',
    minRatio: 0.8,
    steps: [() => ({ method: 'GET', path: '/markets' })],
  },
  trade: {
    title: 'POST /trade-intents',
    unit: 'requests/s',
    minRatio: 0.7,
    steps: [({ marketId }) => ({ method: 'POST', path: '/trade-intents', body: tradeOf(marketId) })],
  },
  preview: {
    title: 'POST /agent/intents, a buy',
    unit: 'intents/s',
    ...{ minRatio: 0.4, minLimitRatio: 0.25, maxCpuUs: 1_200 },
    steps: [create],
  },
  confirm: {
    title: 'intent: create, confirm',
    unit: 'intents/s',
    ...{ minRatio: 0.4, minLimitRatio: 0.3 },
    steps: [create, confirm],
  },
  intent: {
    title: 'intent: create, confirm, execute accepted',
    unit: 'intents/s',
    ...{ minRatio: 0.4, minLimitRatio: 0.3 },
    steps: [create, confirm, execute],
  },
} as const satisfies Readonly<Record<string, Scenario>>;

export type ScenarioName = keyof typeof SCENARIOS;

export const SCENARIO_NAMES: readonly ScenarioName[] = ['market', 'markets', 'trade', 'preview', 'confirm', 'intent'];

function tradeOf(marketId: string): object {
  return { user_id: DEMO_USER, market_id: marketId, outcome: 'YES', side: 'BUY', quantity: '10', price: '0.5' };
}

function buyOf({ agentId, marketContractAddress }: ConnectionRows): object {
  return {
    action: 'buy_yes',
    agent_id: agentId,
    user_wallet: SOME_ADDRESS,
    market_id: 'a market of the bench',
    market_contract_address: marketContractAddress,
    amount: '10',
    source_client: 'bench',
    client_request_id: randomUUID(),
  };
}
