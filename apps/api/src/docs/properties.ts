import { ApiProperty } from '@nestjs/swagger';
import type { IdPrefix, Json } from '@app/common';
import { prefixedId } from '../http/prefixed-id.js';
import { EXAMPLE } from './examples.js';

interface PropertyOptions {
  /** Noun phrase with unit and range. */
  readonly description: string;
  /** When the property is null, such as `until then`. Ends the description, and makes the property nullable. */
  readonly null?: string;
  /** An example of null makes the property nullable, too. */
  readonly example: Json;
  readonly nullable?: boolean;
  readonly required?: boolean;
  readonly minimum?: number;
}

export function ApiText(options: PropertyOptions & { format?: string; pattern?: string }): PropertyDecorator {
  return ApiProperty({ ...withNull(options), type: 'string' });
}

export function ApiUuid(options: PropertyOptions): PropertyDecorator {
  return ApiText({ ...options, format: 'uuid' });
}

/** Id with a prefix, such as `agent_intent_…`. */
export function ApiPrefixedId(prefix: IdPrefix, options: PropertyOptions): PropertyDecorator {
  return ApiText({ ...options, ...prefixedId(prefix).schema });
}

export function ApiTimestamp(options: PropertyOptions): PropertyDecorator {
  const pattern = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$';
  return ApiText({ ...options, format: 'date-time', pattern });
}

/** Plain decimal in display units. */
export function ApiDecimal(options: PropertyOptions): PropertyDecorator {
  return ApiText({ ...options, pattern: '^\\d+(\\.\\d+)?$' });
}

/** Plain decimal in display units, negative for a loss. */
export function ApiSignedDecimal(options: PropertyOptions): PropertyDecorator {
  return ApiText({ ...options, pattern: '^-?\\d+(\\.\\d+)?$' });
}

/** Integer in the token's smallest unit. */
export function ApiBaseUnits(options: PropertyOptions): PropertyDecorator {
  return ApiText({ ...options, pattern: '^\\d+$' });
}

/** Checksummed EVM address. */
export function ApiAddress(options: PropertyOptions): PropertyDecorator {
  return ApiText({ ...options, pattern: '^0x[0-9a-fA-F]{40}$' });
}

/** 32 bytes as hex: a transaction hash, or a ref. */
export function ApiBytes32(options: PropertyOptions): PropertyDecorator {
  return ApiText({ ...options, pattern: '^0x[0-9a-f]{64}$' });
}

/** Id of the record of a market that the row names in other ways. */
export function ApiRecordId(): PropertyDecorator {
  return ApiUuid({
    description: 'Id of the market in `/markets`.',
    null: 'until the market is indexed from the chain',
    example: EXAMPLE.marketId,
  });
}

export function ApiInteger(options: PropertyOptions): PropertyDecorator {
  return ApiProperty({ minimum: 0, ...withNull(options), type: 'integer' });
}

/** From 0 to 1. */
export function ApiShare(options: PropertyOptions): PropertyDecorator {
  return ApiProperty({ minimum: 0, maximum: 1, ...withNull(options), type: 'number' });
}

export function ApiEnum(values: readonly string[], options: PropertyOptions): PropertyDecorator {
  return ApiProperty({ ...withNull(options), type: 'string', enum: [...values] });
}

export function ApiFlag(options: PropertyOptions): PropertyDecorator {
  return ApiProperty({ ...withNull(options), type: 'boolean' });
}

/** Warnings of a response to a request with a body. */
export function ApiWarnings(): PropertyDecorator {
  const description = 'Ignored fields of the body.';
  return ApiProperty({ type: [String], description, example: [] });
}

export function ApiNextCursor(): PropertyDecorator {
  const description = 'Start of the next page, to be sent as `cursor`. Null on the last page.';
  return ApiText({ description, example: null });
}

function withNull({ null: meaning, ...options }: PropertyOptions): Omit<PropertyOptions, 'null'> {
  if (meaning !== undefined)
    return { ...options, description: `${options.description} Null ${meaning}.`, nullable: true };
  return options.example === null ? { ...options, nullable: true } : options;
}
