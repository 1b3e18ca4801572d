import type { IdPrefix } from '@app/common';

interface PrefixedId {
  readonly schema: { readonly pattern: string };
  /** Returns the id, or null for a value that cannot be one. */
  readonly parse: (value: unknown) => string | null;
}

/** Schema and parser of ids such as `agent_intent_…`, for `PathParam`. */
export function prefixedId(prefix: IdPrefix): PrefixedId {
  const pattern = `^${prefix}_[0-9a-f]{32}$`;
  const shape = new RegExp(pattern);
  return { schema: { pattern }, parse: (value) => (typeof value === 'string' && shape.test(value) ? value : null) };
}
