import { applyDecorators, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';
import type { KeyScope } from '@app/agents';
import type { ErrorCode } from '@app/common';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { type Target, TARGETS } from './target.js';

export interface RecordRule {
  /** Scope that the key needs. A rule of the scope `read` holds with AUTH_READS=account, the others with AUTH_MODE=api_key. */
  readonly scope: Exclude<KeyScope, 'operator'>;
  /** Further scope that the key needs. */
  readonly also?: Exclude<KeyScope, 'operator'> | undefined;
  /** Null for a route of the account itself, which reads `CallerAccount`. */
  readonly target: Target | null;
  /** Code for a target that does not exist, and for one that the key does not act for. */
  readonly notFound: ErrorCode;
}

/** Rule of a route that reads the records of all accounts. It holds unless `AuthModule` leaves operator reads open. */
export interface OperatorRule {
  readonly scope: 'operator';
}

/** Rule of a route that tells a key about itself, where reads or writes need one. */
export interface AnyKeyRule {
  readonly scope: 'any';
}

export type KeyRule = RecordRule | OperatorRule | AnyKeyRule;

const KEY_RULE = 'presage:key-rule';
const reflector = new Reflector();

/**
 * Declares the API key that a route needs, and the part of the request that names the record whose account the key must
 * act for. Writes without the decorator are refused with AUTH_MODE=api_key; reads without it are public.
 * @param notFound replaces the code of the target, such as with that of a session
 * @param also further scope that the key needs
 */
export function NeedsKey(
  scope: RecordRule['scope'],
  target: Target,
  notFound: ErrorCode = TARGETS[target].notFound,
  also?: RecordRule['also'],
): MethodDecorator {
  return applyDecorators(withRule({ scope, also, target, notFound }), ApiErrors(notFound));
}

/** Declares the scope that a route of the key's own account needs. The handler acts for `CallerAccount`. */
export function NeedsAccountKey(scope: RecordRule['scope']): MethodDecorator {
  return withRule({ scope, target: null, notFound: 'not_found' });
}

export function NeedsOperatorKey(): MethodDecorator {
  return withRule({ scope: 'operator' });
}

/** Declares that a route needs a valid key of any scope. The handler reads `CallerKey`. */
export function NeedsAnyKey(): MethodDecorator {
  return withRule({ scope: 'any' });
}

function withRule(rule: KeyRule): MethodDecorator {
  return applyDecorators(
    SetMetadata(KEY_RULE, rule),
    // The settings decide whether a key is needed, so the document allows none as well.
    ApiSecurity({}),
    ApiSecurity('ApiKey'),
    // Roles of a bearer scheme are part of OpenAPI 3.1, but linters take them for scopes of OAuth.
    ApiExtension('x-required-scope', 'also' in rule && rule.also ? `${rule.scope} ${rule.also}` : rule.scope),
    ApiErrors('api_key_invalid', 'api_key_forbidden'),
  );
}

/** @param handler method of a controller */
export function keyRuleOf(handler: Parameters<Reflector['get']>[1]): KeyRule | undefined {
  return reflector.get<KeyRule | undefined>(KEY_RULE, handler);
}
