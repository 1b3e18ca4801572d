import { WALLET_LIMITS } from '@app/agents';
import { Misplaced } from '../http/validation/fields.js';

/** Refuses the policy of a wallet, which requests send in `policy_metadata`, as fields of the class's own level. */
export function RefusesPolicyKeys(place: string): ClassDecorator {
  return (target) => {
    const prototype: unknown = target.prototype;
    if (typeof prototype !== 'object' || prototype === null) return;
    const limits: readonly string[] = WALLET_LIMITS.map(({ key }) => key);
    for (const key of [...limits, 'valid_until', 'auto_claim']) Misplaced(place)(prototype, key);
  };
}
