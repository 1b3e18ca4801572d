import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The part of an OpenAPI document that responses are checked against. */
export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; responses: Record<string, Response> };
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: { $ref?: string; name?: string; in?: string; schema?: Json; example?: Json }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Response>;
}

export interface Response {
  $ref?: string;
  content: Record<string, Content>;
}

export interface Content {
  schema: Json;
  examples: Record<string, { value: Json }>;
}

/**
 * Compiles the schemas of a document. With `closed`, an undescribed key is a problem: clients must accept additions, but
 * every key that is served today must be described.
 */
export class DocumentSchemas {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly compiled = new Map<Json, ValidateFunction>();

  constructor(
    readonly document: Document,
    private readonly options: { closed: boolean },
  ) {
    addFormats.default(this.ajv);
    const { schemas } = document.components;
    this.ajv.addSchema({ $id: 'document', components: { schemas: this.prepared(schemas) } });
  }

  /** Problems of a value in the words of ajv. Empty for a valid value. */
  problems(schema: Json, value: unknown): string[] {
    const validate = this.compiled.get(schema) ?? this.ajv.compile(this.prepared(schema) as object);
    this.compiled.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      [instancePath, message, JSON.stringify(params)].join(' '),
    );
  }

  /** A response of an operation, resolved if it is a reference. */
  response(operation: Operation, status: string): Response | undefined {
    const given = operation.responses[status];
    const shared = given?.$ref?.replace('#/components/responses/', '');
    return shared === undefined ? given : this.document.components.responses[shared];
  }

  /** Resolves references against the whole document and closes objects. */
  private prepared(schema: Json): Json {
    if (Array.isArray(schema)) return schema.map((item) => this.prepared(item));
    if (typeof schema !== 'object' || schema === null) return schema;
    const entries = Object.entries(schema).map(([key, value]): [string, Json] => [
      key,
      key === '$ref' && typeof value === 'string' ? `document${value}` : this.prepared(value),
    ]);
    const closes = this.options.closed && isObjectSchema(schema);
    return Object.fromEntries(closes ? [...entries, ['additionalProperties', false]] : entries);
  }
}

function isObjectSchema(schema: { [key: string]: Json }): boolean {
  const isObject = schema.type === 'object' || (Array.isArray(schema.type) && schema.type.includes('object'));
  return isObject && 'properties' in schema && !('additionalProperties' in schema);
}
