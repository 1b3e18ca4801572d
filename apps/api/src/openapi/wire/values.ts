import { leaf, type Shape } from './shape.js';

/** A text; `format` is one of JSON Schema's. */
export function text(doc: string, example: string, { format }: { format?: string } = {}): Shape<string> {
  return leaf({ type: 'string', ...(format !== undefined && { format }) }, doc, example);
}

/** An id of a core resource. */
export function uuid(doc: string, example: string): Shape<string> {
  return leaf({ type: 'string', format: 'uuid' }, doc, example);
}

/** An id with a prefix, such as `agent_intent_…`. */
export function prefixedId(prefix: string, doc: string, example: string): Shape<string> {
  return leaf({ type: 'string', pattern: `^${prefix}_[0-9a-f]{32}$` }, doc, example);
}

export function timestamp(doc: string, example: string): Shape<string> {
  const pattern = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$';
  return leaf({ type: 'string', format: 'date-time', pattern }, doc, example);
}

/** A plain decimal in display units. */
export function decimal(doc: string, example: string): Shape<string> {
  return leaf({ type: 'string', pattern: '^\\d+(\\.\\d+)?$' }, doc, example);
}

/** A plain decimal in display units that may be negative. */
export function signedDecimal(doc: string, example: string): Shape<string> {
  return leaf({ type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' }, doc, example);
}

/** An integer in the smallest unit of the token. */
export function baseUnits(doc: string, example: string): Shape<string> {
  return leaf({ type: 'string', pattern: '^\\d+$' }, doc, example);
}

/** A checksummed EVM address. */
export function address(doc: string, example: string): Shape<string> {
  return leaf({ type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' }, doc, example);
}

/** 32 bytes as hex: a transaction's hash, or a ref. */
export function bytes32(doc: string, example: string): Shape<string> {
  return leaf({ type: 'string', pattern: '^0x[0-9a-f]{64}$' }, doc, example);
}

/** One of some words. */
export function oneOf(values: readonly string[], doc: string, example = values[0] ?? ''): Shape<string> {
  return leaf({ type: 'string', enum: values }, doc, example);
}

export function integer(doc: string, example: number, { min = 0 } = {}): Shape<number> {
  return leaf({ type: 'integer', minimum: min }, doc, example);
}

export function flag(doc: string, example: boolean): Shape<boolean> {
  return leaf({ type: 'boolean' }, doc, example);
}

/** What is always false. */
export function never(doc: string): Shape<false> {
  return leaf({ const: false, type: 'boolean' }, doc, false);
}

/** What is always null. */
export function nothing(doc: string): Shape<null> {
  return leaf({ type: 'null' }, doc, null);
}
