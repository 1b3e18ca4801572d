import type { Json } from '@app/common';
import { type FieldRule, fieldRulesOf } from './field.decorator.js';
import type { JsonSchema } from './field-type.js';

interface DeclaredFields {
  readonly prototype: object;
}

/**
 * The JSON schema of a body that a class's fields read. Fields that are the server's own are not in it.
 * @param narrowed what is said of some fields besides
 */
export function schemaOf(dto: DeclaredFields, narrowed: Readonly<Record<string, JsonSchema>> = {}): JsonSchema {
  const rules = sentRulesOf(dto);
  return {
    type: 'object',
    properties: Object.fromEntries(
      rules.map((rule) => [rule.name, { ...bodyFieldSchema(rule), ...narrowed[rule.name] }]),
    ),
    required: rules.filter(({ presence }) => presence === 'required').map(({ name }) => name),
  };
}

/** A body that is valid: every required field, and the optional ones that have an example. */
export function exampleOf(dto: DeclaredFields): Record<string, Json> {
  const examples = sentRulesOf(dto).flatMap(({ name, example }): [string, Json][] =>
    example === undefined ? [] : [[name, example]],
  );
  return Object.fromEntries(examples);
}

/** The schema of a field with what is said about it. */
export function notedSchema({ type, doc, fallback }: FieldRule): JsonSchema {
  return {
    ...type.schema,
    ...(doc !== undefined && { description: doc }),
    ...(typeof fallback === 'string' && { default: fallback }),
  };
}

/** In a body, null says that an optional field is absent, and in one that can be taken away, that it shall be. */
function bodyFieldSchema(rule: FieldRule): JsonSchema {
  const schema = notedSchema(rule);
  return rule.presence === 'required' ? schema : nullableSchema(schema);
}

/** What takes null besides what the schema takes. */
export function nullableSchema(schema: JsonSchema): JsonSchema {
  const { description, default: fallback, ...rest } = schema;
  const notes = {
    ...(description !== undefined && { description }),
    ...(fallback !== undefined && { default: fallback }),
  };
  if (typeof rest.type !== 'string') return { anyOf: [rest, { type: 'null' }], ...notes };
  const values: readonly Json[] | null = Array.isArray(rest.enum) ? rest.enum : null;
  return { ...rest, type: [rest.type, 'null'], ...(values !== null && { enum: [...values, null] }), ...notes };
}

function sentRulesOf(dto: DeclaredFields): readonly FieldRule[] {
  return fieldRulesOf(dto).filter(({ presence }) => presence !== 'refused');
}
