import type { IntentField } from './intent-field.js';

interface ActionRule {
  /** Text for people. */
  readonly label: string;
  /** Command of the CLI. */
  readonly command: string;
  /** Accounts whose call the contract accepts. */
  readonly caller: string;
  readonly contract: 'factory' | 'market';
  /** Function and event of the contract. */
  readonly function: string;
  readonly event: string;
  /** Fields of the request beside those of every intent. */
  readonly fields: readonly IntentField[];
  /** Outcome that a buy stakes on; null for other actions. */
  readonly stakesOn: 'YES' | 'NO' | null;
  /**
   * A frozen wallet refuses an `entry`, and lanes with one come last. An `exit` pays out owed money: only a pause of the
   * action itself stops it.
   */
  readonly kind: 'entry' | 'lifecycle' | 'exit';
  /** Phases of the market and side of its close time in which it can take effect; null without a market. */
  readonly when: {
    readonly phases: readonly ('open' | 'closed' | 'resolved' | 'cancelled')[];
    readonly closing: 'before' | 'after' | null;
    /** Failure in another phase. */
    readonly otherwise: 'already_final' | 'market_not_open' | 'nothing_to_claim';
  } | null;
  /** Contract values that a finished execution shows. */
  readonly readback: readonly string[];
}

const ON_MARKET = { contract: 'market', fields: ['market_contract_address'], stakesOn: null } as const;
const BUY = {
  ...ON_MARKET,
  command: 'buy',
  caller: 'anyone',
  event: 'Bought',
  fields: ['market_contract_address', 'amount', 'min_multiple'],
  kind: 'entry',
  when: { phases: ['open'], closing: 'before', otherwise: 'market_not_open' },
  readback: ['yes_positions', 'no_positions', 'total_yes', 'total_no', 'total_collateral'],
} as const;
const RESOLVED = ['market_status', 'winning_outcome', 'claimable_payout', 'has_claimed'] as const;
const CANCELLED = ['market_status', 'claimable_refund', 'has_claimed'] as const;

/** Actions of an intent. Each is one function of the market or its factory. */
export const ACTIONS = {
  create_market: {
    label: 'Create a market',
    command: 'create',
    caller: 'anyone',
    contract: 'factory',
    function: 'createMarket',
    event: 'MarketCreated',
    fields: ['question', 'close_timestamp', 'resolver', 'collateral_token'],
    stakesOn: null,
    kind: 'entry',
    when: null,
    readback: ['market_count', 'created_market', 'is_market'],
  },
  buy_yes: { ...BUY, label: 'Buy YES', function: 'buyYes', stakesOn: 'YES' },
  buy_no: { ...BUY, label: 'Buy NO', function: 'buyNo', stakesOn: 'NO' },
  close_market: {
    ...ON_MARKET,
    label: 'Close a market',
    command: 'close',
    caller: 'its creator or resolver, after the close time',
    function: 'closeMarket',
    event: 'Closed',
    kind: 'lifecycle',
    when: { phases: ['open'], closing: 'after', otherwise: 'market_not_open' },
    readback: ['market_status', 'is_open'],
  },
  resolve_market: {
    ...ON_MARKET,
    label: 'Resolve a market',
    command: 'resolve',
    caller: 'its resolver, after the close time',
    function: 'resolve',
    event: 'Resolved',
    fields: ['market_contract_address', 'outcome', 'evidence'],
    kind: 'lifecycle',
    when: { phases: ['open', 'closed'], closing: 'after', otherwise: 'already_final' },
    readback: RESOLVED,
  },
  claim_payout: {
    ...ON_MARKET,
    label: 'Claim a payout',
    command: 'claim',
    caller: 'wallets with a stake on the winning outcome',
    function: 'claimPayout',
    event: 'PayoutClaimed',
    kind: 'exit',
    when: { phases: ['resolved'], closing: null, otherwise: 'nothing_to_claim' },
    readback: RESOLVED,
  },
  cancel_market: {
    ...ON_MARKET,
    label: 'Cancel a market',
    command: 'cancel',
    caller: 'its resolver, its creator before the close time, anyone 30 days after it',
    function: 'cancelMarket',
    event: 'Cancelled',
    kind: 'lifecycle',
    when: { phases: ['open', 'closed'], closing: null, otherwise: 'already_final' },
    readback: CANCELLED,
  },
  claim_refund: {
    ...ON_MARKET,
    label: 'Claim a refund',
    command: 'refund',
    caller: 'wallets with a stake in a cancelled market',
    function: 'claimRefund',
    event: 'RefundClaimed',
    kind: 'exit',
    when: { phases: ['cancelled'], closing: null, otherwise: 'nothing_to_claim' },
    readback: CANCELLED,
  },
} as const satisfies Record<string, ActionRule>;

export type Action = keyof typeof ACTIONS;
export type BuyAction = Extract<Action, 'buy_yes' | 'buy_no'>;
/** Contract value that a finished execution shows. */
export type ReadbackKey = (typeof ACTIONS)[Action]['readback'][number];

export const ACTION_NAMES = Object.keys(ACTIONS).filter(isAction);

export function isAction(value: unknown): value is Action {
  return typeof value === 'string' && Object.hasOwn(ACTIONS, value);
}

/** Only buys are limited by `max_trade_amount`, and only buys may need an approval first. */
export function isBuy(action: Action): action is BuyAction {
  return ACTIONS[action].stakesOn !== null;
}

/** The rule of an action, with the same type for each. */
export function ruleOf(action: Action): ActionRule {
  return ACTIONS[action];
}

/** `source_client` of the intents by which workers claim for wallets with `auto_claim`. Requests may not use it. */
export const AUTO_CLAIM_CLIENT = 'presage_auto_claim';
