import { Misplaced } from '../http/validation/fields.js';

/** Limits of a wallet, which requests send in `policy_metadata`. */
const POLICY_KEYS = ['max_trade_amount', 'daily_limit', 'market_limit', 'open_exposure_limit', 'approval_above'];

/** Refuses the limits of a wallet as fields of the class's own level. */
export function RefusesPolicyKeys(place: string): ClassDecorator {
  return (target) => {
    const prototype: unknown = target.prototype;
    if (typeof prototype !== 'object' || prototype === null) return;
    for (const key of POLICY_KEYS) Misplaced(place)(prototype, key);
  };
}
