import type { ReferenceObject, SchemaObject } from '@nestjs/swagger';
import { isRecord } from '@app/common';

type Schema = SchemaObject | ReferenceObject;

export type Schemas = Readonly<Record<string, Schema>>;

/**
 * An example of a schema, composed of the examples of its properties.
 * @returns undefined for a schema without one; an optional property without an example is left out
 */
export function buildExample(schema: Schema, schemas: Schemas): unknown {
  const target = resolved(schema, schemas);
  const { allOf, anyOf, oneOf, items, properties, required = [] } = target;
  const example: unknown = target.example;
  if (example !== undefined) return example;
  const [choice] = [...(allOf ?? []), ...(anyOf ?? []), ...(oneOf ?? [])];
  if (choice !== undefined) return buildExample(choice, schemas);
  if (items !== undefined) {
    const item = buildExample(items, schemas);
    return item === undefined ? undefined : [item];
  }
  if (properties === undefined) return undefined;
  const values = Object.entries(properties).map(([name, property]): [string, unknown] => {
    const value = buildExample(property, schemas);
    return [name, value === undefined && required.includes(name) ? firstWord(property) : value];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The first value of an enum, such as `YES`. */
function firstWord(schema: Schema): unknown {
  return 'enum' in schema ? schema.enum?.[0] : undefined;
}

/** The alternative of a `oneOf` whose enums have the values of a partial example. */
export function chooseSchema(schema: Schema, partial: unknown, schemas: Schemas): Schema {
  const { oneOf = [] } = resolved(schema, schemas);
  const given = isRecord(partial) ? Object.entries(partial) : [];
  const fits = (choice: Schema): boolean => {
    const { properties = {} } = resolved(choice, schemas);
    return given.every(([name, value]) => resolved(properties[name] ?? {}, schemas).enum?.includes(value));
  };
  return oneOf.find(fits) ?? schema;
}

function resolved(schema: Schema, schemas: Schemas): SchemaObject {
  if (!('$ref' in schema)) return schema;
  const target = schemas[schema.$ref.replace('#/components/schemas/', '')];
  return target === undefined ? {} : resolved(target, schemas);
}
