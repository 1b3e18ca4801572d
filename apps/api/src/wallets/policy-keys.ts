import { WALLET_LIMITS } from '@app/agents';
import { Misplaced } from '../http/validation/fields.js';

/** Refuses the limits of a wallet, which requests send in `policy_metadata`, as fields of the class's own level. */
export function RefusesPolicyKeys(place: string): ClassDecorator {
  return (target) => {
    const prototype: unknown = target.prototype;
    if (typeof prototype !== 'object' || prototype === null) return;
    for (const key of [...WALLET_LIMITS.map((limit) => limit.key), 'valid_until']) Misplaced(place)(prototype, key);
  };
}
