import type { ErrorCode } from '@app/common';
import { EXAMPLE } from '../docs/examples.js';
import { PrefixedIdParam } from './prefixed-id-param.decorator.js';
import { UuidParam } from './uuid-param.decorator.js';

/** @param code error code for anything that is not a UUID */
export function MarketIdParam(name: 'id' | 'market_id', code: ErrorCode): ParameterDecorator {
  return UuidParam({ name, code, description: 'Id of the market.', example: EXAMPLE.marketId });
}

export function UserIdParam(): ParameterDecorator {
  return UuidParam({ name: 'user_id', code: 'invalid_id', description: 'Id of the user.', example: EXAMPLE.userId });
}

export function IntentIdParam(): ParameterDecorator {
  return PrefixedIdParam({
    name: 'intent_id',
    prefix: 'agent_intent',
    code: 'agent_intent_not_found',
    description: 'Id of the intent.',
    example: EXAMPLE.intentId,
  });
}
