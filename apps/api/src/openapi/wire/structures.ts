import { isJsonObject, type Json } from '@app/common';
import { nullableSchema } from '../../http/index.js';
import { merged } from '../merged.js';
import { referenceTo, type Shape } from './shape.js';

type Fields<T> = { readonly [K in keyof T]-?: Shape<T[K]> };

/** An object whose keys are all there, but for those that are optional. */
export function object<T extends object>(fields: Fields<T>, doc?: string): Shape<T> {
  const entries: [string, Shape<never>][] = Object.entries(fields);
  return {
    schema: {
      type: 'object',
      ...(doc !== undefined && { description: doc }),
      properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
      required: entries.filter(([, { isOptional }]) => !isOptional).map(([name]) => name),
    },
    components: mergedComponents(entries.map(([, shape]) => shape)),
    example: Object.fromEntries(entries.map(([name, { example }]) => [name, example])),
    isOptional: false,
  };
}

/** An object that has a name of its own among the description's schemas. */
export function named<T extends object>(name: string, doc: string, fields: Fields<T>): Shape<T> {
  const shape = object(fields, doc);
  return {
    ...shape,
    schema: referenceTo(name),
    components: { ...shape.components, [name]: shape.schema },
  };
}

/** An object that has further keys, which are not described here. */
export function open<T extends object>(shape: Shape<T>): Shape<T> {
  return { ...shape, schema: { ...shape.schema, additionalProperties: true } };
}

/** A named object of which only some keys are there, and none but these. */
export function record<T extends object>(
  name: string,
  doc: string,
  known: Readonly<Record<string, Shape<never>>>,
  inExample: readonly string[],
): Shape<T> {
  const entries = Object.entries(known);
  const schema = {
    type: 'object',
    description: doc,
    properties: Object.fromEntries(entries.map(([key, shape]) => [key, nullableSchema(shape.schema)])),
  };
  const shown = entries.filter(([key]) => inExample.includes(key));
  return {
    schema: referenceTo(name),
    components: { ...mergedComponents(entries.map(([, shape]) => shape)), [name]: schema },
    example: Object.fromEntries(shown.map(([key, { example }]) => [key, example])),
    isOptional: false,
  };
}

export function list<T>(item: Shape<T>, doc: string, example: readonly Json[] = [item.example]): Shape<readonly T[]> {
  return {
    schema: { type: 'array', items: item.schema, description: doc },
    components: item.components,
    example,
    isOptional: false,
  };
}

/** What may be null instead; its example is the value, unless told otherwise. */
export function nullable<T>(shape: Shape<T>, example: Json = shape.example): Shape<T | null> {
  return { schema: nullableSchema(shape.schema), components: shape.components, example, isOptional: false };
}

/** A key that is not always there. */
export function optional<T>(shape: Shape<T>): Shape<T | undefined> {
  return { schema: shape.schema, components: shape.components, example: shape.example, isOptional: true };
}

/** The same object with an example that says something else in places. */
export function amended<T extends object>(shape: Shape<T>, changes: Readonly<Record<string, Json>>): Shape<T> {
  return { ...shape, example: isJsonObject(shape.example) ? { ...shape.example, ...changes } : changes };
}

export function mergedComponents(shapes: readonly Shape<never>[]): Shape<never>['components'] {
  return merged(shapes.map(({ components }) => components));
}
