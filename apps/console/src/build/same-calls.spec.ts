import type { Action, Intent } from '@presage/sdk';
import { buildAction, type CallFields } from './call-fields.js';
import { sameCalls } from './same-calls.js';

const CONTRACT = `0x${'ab'.repeat(20)}`;
const FIELDS: CallFields = {
  agentId: 'agent_alice_01',
  action: 'buy_yes',
  purpose: "alice's entry",
  market: CONTRACT,
  amount: '5',
  outcome: 'no',
  question: 'Will it rain?',
  closesAt: '2099-12-31T18:00:00Z',
};
const INTENT = {
  intent_id: 'agent_intent_1',
  ...{ user_wallet: '0x1', resolver: '0x2', collateral_token: '0x3', source_client: 'presage-sdk' },
} as Intent;

function renderCalls(action: Action['action'], needsKey = false) {
  const fields = { ...FIELDS, action };
  const contract = action === 'create_market' ? null : { market_id: 'rain', market_contract_address: CONTRACT };
  return sameCalls({
    baseUrl: 'http://127.0.0.1:4000',
    needsKey,
    fields,
    action: buildAction(fields, contract),
    intent: INTENT,
  });
}

describe('the same call', () => {
  it('is a body with the fields of the intent for curl', () => {
    const { curl } = renderCalls('buy_yes');
    expect(curl).toContain("-H 'prefer: handling=strict'");
    const [, text = ''] = /-d '(.*)'$/m.exec(curl) ?? [];
    expect(JSON.parse(text.replaceAll(`'\\''`, "'"))).toEqual({
      agent_id: 'agent_alice_01',
      action: 'buy_yes',
      market_id: 'rain',
      market_contract_address: CONTRACT,
      amount: '5',
      user_wallet: '0x1',
      source_client: 'presage-sdk',
      client_request_id: "alice's entry",
    });
    expect(curl).toContain('curl -X POST http://127.0.0.1:4000/agent/intents/agent_intent_1/execute');
  });

  it('names the variable of the key, never the key', () => {
    expect(renderCalls('buy_yes').curl).not.toContain('authorization');
    expect(renderCalls('buy_yes', true).curl.match(/Bearer \$PRESAGE_API_KEY/g)).toHaveLength(3);
    expect(renderCalls('buy_yes', true).sdk).toContain('apiKey: process.env.PRESAGE_API_KEY');
  });

  it.each([
    ['create_market', `create ${CONTRACT} --question 'Will it rain?' --closes 2099-12-31T18:00:00Z`],
    ['buy_yes', `buy ${CONTRACT} yes 5`],
    ['buy_no', `buy ${CONTRACT} no 5`],
    ['close_market', `close ${CONTRACT}`],
    ['resolve_market', `resolve ${CONTRACT} no`],
    ['cancel_market', `cancel ${CONTRACT}`],
    ['claim_payout', `claim ${CONTRACT}`],
    ['claim_refund', `refund ${CONTRACT}`],
  ] as const)('is a command for %s', (action, words) => {
    const head = 'presage --url http://127.0.0.1:4000 --agent agent_alice_01';
    expect(renderCalls(action).cli).toBe(`${head} ${words} --purpose 'alice'\\''s entry'`);
  });

  it.each([
    ['create_market', { market_name: CONTRACT, question: 'Will it rain?', close_timestamp: '2099-12-31T18:00:00Z' }],
    ['buy_no', { market: CONTRACT, amount: '5' }],
    ['resolve_market', { market: CONTRACT, outcome: 'no' }],
    ['claim_payout', { market: CONTRACT }],
  ] as const)('is a tool call for %s', (action, given) => {
    expect(JSON.parse(renderCalls(action).mcp)).toEqual({
      name: 'preview_action',
      arguments: { agent_id: 'agent_alice_01', action, purpose: "alice's entry", ...given },
    });
  });
});
