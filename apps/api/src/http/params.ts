import type { ErrorCode } from '@app/common';
import { EXAMPLE } from '../docs/examples.js';
import { UuidParam } from './uuid-param.decorator.js';

/** @param code error code for anything that is not a UUID */
export function MarketIdParam(name: 'id' | 'market_id', code: ErrorCode): ParameterDecorator {
  return UuidParam({ name, code, description: 'Id of the market.', example: EXAMPLE.marketId });
}

export function UserIdParam(): ParameterDecorator {
  return UuidParam({ name: 'user_id', code: 'invalid_id', description: 'Id of the user.', example: EXAMPLE.userId });
}
