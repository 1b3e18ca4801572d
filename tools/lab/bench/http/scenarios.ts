import { randomUUID } from 'node:crypto';
import type { ApiRequest } from '../../../support/api-client.js';
import { textAt } from '../../../support/json.js';

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
  readonly steps: readonly [Step, ...Step[]];
}

const create: Step = (rows) => ({ method: 'POST', path: '/agent/intents', body: buildBuy(rows) });
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
    steps: [({ marketId }) => ({ method: 'GET', path: `/markets/${marketId}` })],
  },
  preview: {
    title: 'POST /agent/intents, a buy',
    unit: 'intents/s',
    steps: [create],
  },
  intent: {
    title: 'intent: create, confirm, execute accepted',
    unit: 'intents/s',
    steps: [create, confirm, execute],
  },
} as const satisfies Readonly<Record<string, Scenario>>;

export type ScenarioName = keyof typeof SCENARIOS;

export const SCENARIO_NAMES: readonly ScenarioName[] = ['market', 'preview', 'intent'];

function buildBuy({ agentId, marketContractAddress }: ConnectionRows): object {
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
