import type { ReferenceObject, SchemaObject } from '@nestjs/swagger';

export type Schemas = Readonly<Record<string, SchemaObject | ReferenceObject>>;

/**
 * An example of a schema, composed of the examples of its properties.
 * @returns undefined for a schema without one; an optional property without an example is left out
 */
export function exampleOf(schema: SchemaObject | ReferenceObject, schemas: Schemas): unknown {
  if ('$ref' in schema) {
    const target = schemas[schema.$ref.replace('#/components/schemas/', '')];
    return target === undefined ? undefined : exampleOf(target, schemas);
  }
  const { items, properties, required = [] } = schema;
  if (schema.example !== undefined) return schema.example;
  const [choice] = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (choice !== undefined) return exampleOf(choice, schemas);
  if (items !== undefined) {
    const item = exampleOf(items, schemas);
    return item === undefined ? undefined : [item];
  }
  if (properties === undefined) return undefined;
  const values = Object.entries(properties).map(([name, property]): [string, unknown] => {
    const value = exampleOf(property, schemas);
    return [name, value === undefined && required.includes(name) ? firstWord(property) : value];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The first value of an enum, such as `YES`. */
function firstWord(schema: SchemaObject | ReferenceObject): unknown {
  return 'enum' in schema ? schema.enum?.[0] : undefined;
}
