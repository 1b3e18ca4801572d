import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam, type SchemaObject } from '@nestjs/swagger';
import { AppError, type AppErrorOptions, type ErrorCode, isUuid } from '@app/common';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { EXAMPLE } from '../docs/examples.js';
import { onMethod } from './on-method.js';

interface PathParamOptions {
  name: string;
  /** Error code for a value that cannot be an id. */
  code: ErrorCode;
  description: string;
  example: string;
  schema: SchemaObject;
  /** Returns the id, or null for a value that cannot be one. */
  parse: (value: unknown) => string | null;
  /** Message or details for a value that cannot be an id. */
  rejection?: (value: unknown) => Pick<AppErrorOptions, 'message' | 'details'>;
}

/** An id in the path. A value that cannot be one is refused before the database compares it. */
export function PathParam({
  name,
  code,
  description,
  example,
  schema,
  parse,
  rejection,
}: PathParamOptions): ParameterDecorator {
  const pipe: PipeTransform<unknown, string> = {
    transform: (value) => {
      const id = parse(value);
      if (id === null) throw new AppError(code, rejection?.(value));
      return id;
    },
  };
  const documentation = ApiParam({ name, description, schema: { type: 'string', ...schema, example } });
  return (target, key, index) => {
    Param(name, pipe)(target, key, index);
    onMethod(documentation, ApiErrors(code))(target, key, index);
  };
}

const NOT_A_UUID =
  'The id of a market is a UUID. GET /markets?onchain_market_id= and ?market_contract_address= find a market by its other names.';

/** @param code error code for anything that is not a UUID */
export function MarketIdParam(name: 'id' | 'market_id', code: ErrorCode): ParameterDecorator {
  return PathParam({
    ...UUID,
    name,
    code,
    description: 'Id of the market.',
    example: EXAMPLE.marketId,
    ...(code === 'market_not_found' && { rejection: () => ({ message: NOT_A_UUID }) }),
  });
}

export function UserIdParam(): ParameterDecorator {
  const notes = { description: 'Id of the user.', example: EXAMPLE.userId };
  return PathParam({ ...UUID, ...notes, name: 'user_id', code: 'invalid_id' });
}

const UUID = {
  schema: { format: 'uuid' },
  parse: (value: unknown): string | null => (isUuid(value) ? value.toLowerCase() : null),
};
