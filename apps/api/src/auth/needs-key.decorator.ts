import { applyDecorators } from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import type { KeyScope } from '@app/api-keys';
import { ApiErrors } from '../docs/api-errors.decorator.js';

/** Where a request says which agent it writes for; `nobody` where it writes for none. */
export type WritesFor = 'agent in body' | 'agent in path' | 'intent in path' | 'onboarding in body' | 'nobody';

export interface KeyRule {
  readonly scope: KeyScope;
  readonly writesFor: WritesFor;
}

const rules = new WeakMap<object, KeyRule>();

/** Says which key a write needs when the API asks for keys. A write without a rule is refused then. */
export function NeedsKey(scope: KeyScope, writesFor: WritesFor): MethodDecorator {
  const setRule: MethodDecorator = (_target, _name, descriptor) => {
    if (typeof descriptor.value === 'function') rules.set(descriptor.value, { scope, writesFor });
  };
  // Settings decide whether a key is needed, so the document allows none as well.
  const documentation = [ApiSecurity({}), ApiSecurity('ApiKey'), ApiErrors('api_key_invalid', 'api_key_forbidden')];
  return applyDecorators(setRule, ...documentation);
}

export function keyRuleOf(handler: object): KeyRule | undefined {
  return rules.get(handler);
}
