import { applyDecorators, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiSecurity } from '@nestjs/swagger';
import type { KeyScope } from '@app/api-keys';
import { ApiErrors } from '../docs/api-errors.decorator.js';

/** Part of a request that identifies the agent it writes for; `no agent` for core records. */
export type WritesFor = 'agent in body' | 'agent in path' | 'intent in path' | 'onboarding in body' | 'no agent';

export interface KeyRule {
  readonly scope: KeyScope;
  readonly writesFor: WritesFor;
}

const KEY_RULE = 'presage:key-rule';
const reflector = new Reflector();

/** Declares the API key that a write needs with AUTH_MODE=api_key. Writes without the decorator are refused then. */
export function NeedsKey(scope: KeyScope, writesFor: WritesFor): MethodDecorator {
  return applyDecorators(
    SetMetadata(KEY_RULE, { scope, writesFor } satisfies KeyRule),
    // AUTH_MODE decides whether a key is needed, so the document allows none as well.
    ApiSecurity({}),
    ApiSecurity('ApiKey'),
    ApiErrors('api_key_invalid', 'api_key_forbidden'),
  );
}

/** @param handler method of a controller */
export function keyRuleOf(handler: Parameters<Reflector['get']>[1]): KeyRule | undefined {
  return reflector.get<KeyRule | undefined>(KEY_RULE, handler);
}
