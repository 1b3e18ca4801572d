import { ACTION_NAMES } from '@presage/sdk';
import { AGENT_ID_PATTERN, SCHEMAS } from './generated/schemas.js';

/** The part of JSON Schema that the tools use. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
}

export type Properties = Readonly<Record<string, JsonSchema>>;
type Component = keyof typeof SCHEMAS;

/** Schemas of properties of a component of the OpenAPI document. */
export function pick<N extends Component>(component: N, ...names: (keyof (typeof SCHEMAS)[N] & string)[]): Properties {
  const properties: Properties = SCHEMAS[component];
  return Object.fromEntries(Object.entries(properties).filter(([name]) => names.some((one) => one === name)));
}

export function object(properties: Properties): JsonSchema {
  return { type: 'object', properties };
}

export function nullable(schema: JsonSchema): JsonSchema {
  return { ...schema, type: [schema.type ?? [], 'null'].flat() };
}

export function list(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** Input of a tool. Unknown arguments are refused, so that a misspelt limit is not ignored. */
export function input(properties: Properties, ...required: string[]): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

export const TEXT: JsonSchema = { type: 'string' };
export const INTEGER: JsonSchema = { type: 'integer' };
/** Texts that creators of markets wrote. */
export const UNTRUSTED: Properties = { untrusted_text: { type: 'object' } };
/** The call that comes next, null if there is none. */
export const NEXT: JsonSchema = nullable(object({ tool: TEXT, arguments: { type: 'object' } }));

/** An id of any kind. The service says which one it expected. */
export const ID: JsonSchema = { type: 'string', pattern: '^[\\w-]+$' };
export const NEW_AGENT_ID: JsonSchema = {
  type: 'string',
  pattern: AGENT_ID_PATTERN,
  description: 'Choose one and keep it',
};
export const MARKET_REFERENCE: JsonSchema = { ...ID, description: 'Market id or contract address' };
export const AMOUNT: JsonSchema = { type: 'string', pattern: '^\\d+(\\.\\d+)?$', description: 'Display units' };
export const ACTION: JsonSchema = { type: 'string', enum: ACTION_NAMES };

/**
 * A schema that clients receive. Nested values are named without their types, unless they may be null, which keeps
 * `tools/list` small.
 */
export function outline(schema: JsonSchema, depth = 0): JsonSchema {
  const { type, items, properties } = schema;
  if (depth > 1 && (items ?? schema).properties === undefined) return {};
  const isImplied = depth > 0 && typeof type === 'string' && (items ?? properties) !== undefined;
  return {
    ...(type !== undefined && !isImplied && { type }),
    ...(items !== undefined && { items: outline(items, depth) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, outline(property, depth + 1)]),
      ),
    }),
  };
}

/** Keeps the properties that the schema names. */
export function project(schema: JsonSchema, value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  const { items, properties } = schema;
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => project(items, item));
  if (properties === undefined) return value;
  const fields = new Map<string, unknown>(Object.entries(value));
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      const field = fields.get(name);
      return field === undefined ? [] : [[name, project(property, field)]];
    }),
  );
}
