import type { Json } from '@app/common';
import type { JsonSchema } from '../../http/index.js';

/**
 * What a JSON value in a response looks like, for a presenter's type: a `Shape<T>` takes every T, so that a presenter
 * which gives a field, or a null, that is described nowhere does not compile.
 */
export interface Shape<T> {
  readonly schema: JsonSchema;
  /** The named schemas that it refers to. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  readonly example: Json;
  /** Whether the key may be missing altogether. */
  readonly isOptional: boolean;
  /** Never called: it is there for the compiler. */
  readonly takes?: (value: T) => void;
}

/** What carries one value of its own. */
export function leaf<T>(schema: JsonSchema, doc: string, example: Json): Shape<T> {
  return { schema: { ...schema, description: doc }, components: {}, example, isOptional: false };
}

const REFERENCES = '#/components/schemas/';

export function referenceTo(name: string): JsonSchema {
  return { $ref: `${REFERENCES}${name}` };
}
