import { ACTION_NAMES, type Json, WALLET_PROVIDER } from '@app/common';

const WALLET = {
  agent_id: '<agent_id>',
  wallet_provider: WALLET_PROVIDER,
  allowed_actions: ACTION_NAMES,
  policy_metadata: { max_trade_amount: '50' },
};

const BUY = {
  agent_id: '<agent_id>',
  action: 'buy_yes',
  user_wallet: '<wallet>',
  market_id: '<market>',
  market_contract_address: '<contract>',
  amount: '5',
  client_request_id: '<a key that is unique to this action>',
};

const CREATE_MARKET = {
  agent_id: '<agent_id>',
  action: 'create_market',
  user_wallet: '<wallet>',
  market_id: '<market>',
  question: 'Will it rain in Lisbon tomorrow?',
  close_timestamp: '<RFC 3339 time or unix seconds, in the future>',
  resolver: '<wallet>',
  collateral_token: '<token>',
  client_request_id: 'create <market>',
};

/** The requests of a first trade. A client fills in the names in angle brackets. */
export const FIRST_TRADE = `## A trade in four requests

Choose an \`<agent_id>\` (\`agent_\` and 4 to 74 letters, digits, \`_\` or \`-\`) and keep it. POST with \`content-type: application/json\` and \`prefer: handling=strict\`, which refuses misspelt fields: by default they are ignored, a misspelt \`min_multiple\` too.

1. Register a wallet with the actions you need and a maximum stake of each buy: \`POST /agent/wallets\`
   ${code(WALLET)}
   \`<wallet>\` is \`agent_wallet.agent_wallet_address\`. While it is null, repeat \`GET /agent/wallets/<agent_id>\`.
2. Request test tokens: \`POST /agent/wallets/<agent_id>/faucet\`
3. Find a market that accepts buys: \`GET /markets?tradable=true\`
   \`<id>\` is \`markets[].id\`, \`<market>\` is \`markets[].onchain.market_id\`, \`<contract>\` is \`markets[].onchain.market_contract_address\`. Quote a buy: \`GET /markets/<id>/quote?outcome=YES&amount=5\`.
4. Buy: \`POST /agent/actions\`
   ${code(BUY)}
   \`<hash>\` is \`execution.transaction_hash\`. After 202, repeat the request until it answers 200. 409 \`agent_action_refused\` lists in \`details\` why it would fail; nothing was accepted.

To look at the plan first, send the body to \`POST /agent/intents\`, then \`POST /agent/intents/<intent>/confirm\` and \`POST /agent/intents/<intent>/execute\`, where \`<intent>\` is \`intent.intent_id\`.

## Creating a market

If no market accepts buys, send these requests between the second and the third:

1. Read the token address: \`GET /chain/contract\`
   \`<token>\` is \`collateral_erc20_interface\`.
2. Create: \`POST /agent/actions\`
   ${code(CREATE_MARKET)}
   Choose a name as \`<market>\`, such as \`rain-in-lisbon\`. \`<contract>\` is \`execution.market_contract_address\`.`;

function code(body: Readonly<Record<string, Json>>): string {
  return `\`${JSON.stringify(body)}\``;
}
