/** Actions of an intent. Each is one function of the market or its factory. */
export const ACTIONS = [
  'create_market',
  'buy_yes',
  'buy_no',
  'close_market',
  'resolve_market',
  'claim_payout',
  'cancel_market',
  'claim_refund',
] as const;

export type Action = (typeof ACTIONS)[number];
export type BuyAction = Extract<Action, 'buy_yes' | 'buy_no'>;

const KNOWN: ReadonlySet<string> = new Set(ACTIONS);

export function isAction(value: unknown): value is Action {
  return typeof value === 'string' && KNOWN.has(value);
}

/** Only buys are limited by `max_trade_amount`, and only buys need an approval first. */
export function isBuy(action: Action): action is BuyAction {
  return action === 'buy_yes' || action === 'buy_no';
}
