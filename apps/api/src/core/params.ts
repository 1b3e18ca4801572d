import type { ErrorCode } from '@app/common';
import { UuidParam } from '../http/index.js';
import { EXAMPLE } from '../openapi/examples.js';

/** @param code what anything but a UUID there is answered with */
export function MarketIdParam(name: 'id' | 'market_id', code: ErrorCode): ParameterDecorator {
  return UuidParam({ name, code, doc: 'The market’s id.', example: EXAMPLE.marketId });
}

export function UserIdParam(): ParameterDecorator {
  return UuidParam({ name: 'user_id', code: 'invalid_id', doc: 'The user’s id.', example: EXAMPLE.userId });
}
