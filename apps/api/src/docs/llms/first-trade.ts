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
};

/** The requests of a first trade. A client fills in the names in angle brackets. */
export const FIRST_TRADE = `## A trade in six requests

Choose an \`<agent_id>\` (\`agent_\` and 4 to 74 letters, digits, \`_\` or \`-\`) and keep it. POST with \`content-type: application/json\` and \`prefer: handling=strict\`, which refuses misspelt fields: by default they are ignored, a misspelt \`min_multiple\` too.

1. Register a wallet with the actions you need and a maximum stake of each buy: \`POST /agent/wallets\`
   ${code(WALLET)}
   \`<wallet>\` is \`agent_wallet.agent_wallet_address\`. While it is null, repeat \`GET /agent/wallets/<agent_id>\`.
2. Request test tokens: \`POST /agent/wallets/<agent_id>/faucet\`
3. Find a market that accepts buys: \`GET /markets?tradable=true\`
   \`<id>\` is \`markets[].id\`, \`<market>\` is \`markets[].onchain.market_id\`, \`<contract>\` is \`markets[].onchain.market_contract_address\`. Quote a buy: \`GET /markets/<id>/quote?outcome=YES&amount=5\`.
4. Preview: \`POST /agent/intents\`
   ${code(BUY)}
   \`<intent>\` is \`intent.intent_id\`. \`validation_result.would_execute\` is false if execution would fail, and the failed items of \`validation_result.checks\` have the \`failure_reason\`.
5. Confirm: \`POST /agent/intents/<intent>/confirm\`
6. Execute: \`POST /agent/intents/<intent>/execute\`
   \`<hash>\` is \`execution.transaction_hash\`. After 202, repeat \`GET /agent/intents/<intent>/executions\` until \`completed_at\` is set.

## Creating a market

If no market accepts buys, send these requests between the second and the fourth:

1. Read the token address: \`GET /chain/contract\`
   \`<token>\` is \`collateral_erc20_interface\`.
2. Preview: \`POST /agent/intents\`
   ${code(CREATE_MARKET)}
   \`<intent>\` is \`intent.intent_id\`. Choose a name as \`<market>\`, such as \`rain-in-lisbon\`.
3. Confirm: \`POST /agent/intents/<intent>/confirm\`
4. Execute: \`POST /agent/intents/<intent>/execute\`
   \`<contract>\` is \`execution.market_contract_address\`.`;

function code(body: Readonly<Record<string, Json>>): string {
  return `\`${JSON.stringify(body)}\``;
}
