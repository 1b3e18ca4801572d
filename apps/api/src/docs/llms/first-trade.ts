import { ACTIONS, type Json, WALLET_PROVIDER } from '@app/common';

/** One request: a line to read and a body to send. */
interface Step {
  readonly what: string;
  readonly request: string;
  readonly body?: Readonly<Record<string, Json>>;
  /** Places in the response that later requests refer to, by name. */
  readonly gives?: Readonly<Record<string, string>>;
  readonly note?: string;
}

const TRADE: readonly Step[] = [
  {
    what: 'Register a wallet with the actions you need and a cap on each buy',
    request: 'POST /agent/wallets',
    body: {
      agent_id: '<agent_id>',
      wallet_provider: WALLET_PROVIDER,
      allowed_actions: ACTIONS,
      policy_metadata: { max_trade_amount: '50' },
    },
    gives: { wallet: 'agent_wallet.agent_wallet_address' },
    note: 'While it is null, repeat `GET /agent/wallets/<agent_id>`.',
  },
  { what: 'Request test tokens', request: 'POST /agent/wallets/<agent_id>/faucet' },
  {
    what: 'Find a market whose `onchain` is not null',
    request: 'GET /markets?status=OPEN',
    gives: {
      id: 'markets[].id',
      market: 'markets[].onchain.market_id',
      contract: 'markets[].onchain.market_contract_address',
    },
    note: 'Quote a buy: `GET /markets/<id>/quote?outcome=YES&amount=5`.',
  },
  {
    what: 'Preview',
    request: 'POST /agent/intents',
    body: {
      agent_id: '<agent_id>',
      action: 'buy_yes',
      user_wallet: '<wallet>',
      market_id: '<market>',
      market_contract_address: '<contract>',
      amount: '5',
      client_request_id: '<a key that is unique to this action>',
    },
    gives: { intent: 'intent.intent_id' },
    note: '`validation_result.checks` lists what would fail.',
  },
  { what: 'Confirm', request: 'POST /agent/intents/<intent>/confirm' },
  {
    what: 'Execute',
    request: 'POST /agent/intents/<intent>/execute',
    gives: { hash: 'execution.transaction_hash' },
    note: 'After 202, repeat `GET /agent/intents/<intent>/executions` until `completed_at` is set.',
  },
];

const MARKET: readonly Step[] = [
  {
    what: 'Read the token address',
    request: 'GET /chain/contract',
    gives: { token: 'collateral_erc20_interface' },
  },
  {
    what: 'Preview',
    request: 'POST /agent/intents',
    body: {
      agent_id: '<agent_id>',
      action: 'create_market',
      user_wallet: '<wallet>',
      market_id: '<market>',
      question: 'Will it rain in Lisbon tomorrow?',
      close_timestamp: '<RFC 3339 time or unix seconds, in the future>',
      resolver: '<wallet>',
      collateral_token: '<token>',
    },
    gives: { intent: 'intent.intent_id' },
    note: 'Choose `<market>` as a name, such as `rain-in-lisbon`.',
  },
  { what: 'Confirm', request: 'POST /agent/intents/<intent>/confirm' },
  {
    what: 'Execute',
    request: 'POST /agent/intents/<intent>/execute',
    gives: { contract: 'execution.market_contract_address' },
  },
];

/** The requests of a first trade, ready to send once the names in angle brackets are filled in. */
export const FIRST_TRADE: readonly string[] = [
  '## A trade in six requests',
  '',
  'Choose an `<agent_id>` (`agent_` and 4 to 74 letters, digits, `_` or `-`) and keep it. POST with `content-type: application/json`.',
  '',
  ...TRADE.flatMap(lines),
  '',
  '## Creating a market',
  '',
  'If no open market has `onchain`, send these requests between the second and the fourth:',
  '',
  ...MARKET.flatMap(lines),
];

function lines({ what, request, body, gives = {}, note }: Step, index: number): string[] {
  const names = Object.entries(gives).map(([name, place]) => `\`<${name}>\` is \`${place}\``);
  const after = [...(names.length === 0 ? [] : [`${names.join(', ')}.`]), ...(note === undefined ? [] : [note])];
  return [
    `${index + 1}. ${what}: \`${request}\``,
    ...(body === undefined ? [] : [`   \`${JSON.stringify(body)}\``]),
    ...(after.length === 0 ? [] : [`   ${after.join(' ')}`]),
  ];
}
