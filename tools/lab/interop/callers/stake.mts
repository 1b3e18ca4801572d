/** Body of POST /agent/intents, sent by each caller. */
export const STAKE = {
  agent_id: 'agent_alice_01',
  user_wallet: '0x1111111111111111111111111111111111111111',
  action: 'buy_yes',
  market_id: 'rain-tomorrow',
  market_contract_address: '0x2222222222222222222222222222222222222222',
  amount: '2.5',
} as const;
