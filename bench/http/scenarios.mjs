// What is measured. A scenario is a walk that one connection repeats: each step is made from the answer before it.
import { randomUUID } from 'node:crypto';

const DEMO_USER = '00000000-0000-4000-8000-000000000001';
const SOME_ADDRESS = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';

/**
 * @typedef {{ agentId: string, marketId: string }} Seat what a connection has to itself
 * @typedef {{ method: string, path: string, body?: object, headers?: object }} Step
 */

/** @type {Record<string, { what: string, bar: number, unit: string, steps: ((seat: Seat, answer: any) => Step)[] }>} */
export const SCENARIOS = {
  market: {
    what: 'GET /markets/{id}',
    bar: 0.8,
    unit: 'requests/s',
    steps: [({ marketId }) => ({ method: 'GET', path: `/markets/${marketId}` })],
  },
  markets: {
    what: 'GET /markets, 50 rows',
    bar: 0.8,
    unit: 'requests/s',
    steps: [() => ({ method: 'GET', path: '/markets' })],
  },
  trade: {
    what: 'POST /trade-intents',
    bar: 0.7,
    unit: 'requests/s',
    steps: [({ marketId }) => ({ method: 'POST', path: '/trade-intents', body: tradeOf(marketId) })],
  },
  intent: {
    what: 'intent: create, confirm, execute accepted',
    bar: 0.6,
    unit: 'intents/s',
    steps: [
      ({ agentId }) => ({ method: 'POST', path: '/agent/intents', body: intentOf(agentId) }),
      (_seat, { intent }) => ({ method: 'POST', path: `/agent/intents/${intent.intent_id}/confirm` }),
      (_seat, { execution_plan: plan }) => ({
        method: 'POST',
        path: `/agent/intents/${plan.intent_id}/execute`,
        headers: { prefer: 'respond-async' },
      }),
    ],
  },
};

function tradeOf(marketId) {
  return { user_id: DEMO_USER, market_id: marketId, outcome: 'YES', side: 'BUY', quantity: '10', price: '0.5' };
}

/** A market to create: the preview of any other action asks the chain about its market first. */
function intentOf(agentId) {
  return {
    action: 'create_market',
    agent_id: agentId,
    user_wallet: SOME_ADDRESS,
    market_id: 'a market of the bench',
    question: 'Will it be fast?',
    close_timestamp: '2030-01-01T00:00:00Z',
    resolver: SOME_ADDRESS,
    collateral_token: SOME_ADDRESS,
    source_client: 'bench',
    client_request_id: randomUUID(),
  };
}
