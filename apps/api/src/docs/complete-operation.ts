import type {
  ContentObject,
  ExampleObject,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  SchemaObject,
} from '@nestjs/swagger';
import { type ErrorCode, isRecord } from '@app/common';
import { PROBE_ROUTES } from '../health/probe-routes.js';
import { takeErrorCodes } from './api-errors.decorator.js';
import { refHeaders } from './error-responses.js';
import { type Responses, withErrors } from './operation-errors.js';
import { buildExample, chooseSchema, type Schemas } from './build-example.js';

export interface DocumentedOperation {
  readonly path: string;
  readonly method: 'get' | 'post' | 'delete';
  readonly operation: OperationObject;
  readonly schemas: Schemas;
}

const ANY_REQUEST: readonly ErrorCode[] = [
  'bad_request',
  'host_forbidden',
  'request_timeout',
  'headers_too_large',
  'internal_error',
  'database_unavailable',
  'overloaded',
];
const ANY_WRITE: readonly ErrorCode[] = [
  'invalid_json',
  'origin_forbidden',
  'payload_too_large',
  'unsupported_media_type',
];

/**
 * Completes an operation with what its decorators leave out: the request id, examples composed of the fields' own, and
 * the responses of its error codes.
 * @param shared receives the responses that operations refer to by their code
 */
export function completeOperation({ path, method, operation, schemas }: DocumentedOperation, shared: Responses): void {
  const codes = new Set([...takeErrorCodes(operation), ...commonCodes(path, method)]);
  operation.parameters = [
    ...(operation.parameters ?? []).map(completeParameter),
    { $ref: '#/components/parameters/RequestId' },
  ];
  const body = operation.requestBody;
  if (body !== undefined && 'content' in body) completeContents(body.content, 'request', schemas);
  const responses = Object.entries(operation.responses).map(([status, response]): [string, Responses[string]] => {
    return [status, completeResponse(response ?? { description: '' }, path, schemas)];
  });
  operation.responses = withErrors(Object.fromEntries(responses), codes, shared);
}

function commonCodes(path: string, method: DocumentedOperation['method']): ErrorCode[] {
  return [
    ...ANY_REQUEST,
    ...(method === 'get' ? [] : ANY_WRITE),
    ...(PROBE_ROUTES.has(path) ? [] : (['rate_limited'] as const)),
  ];
}

/** Moves the example from the schema to the parameter, where generators look, and removes null: a URL has no null. */
function completeParameter(parameter: ParameterObject | ReferenceObject): ParameterObject | ReferenceObject {
  if ('$ref' in parameter || parameter.schema === undefined || '$ref' in parameter.schema) return parameter;
  const schema: SchemaObject = { ...parameter.schema };
  const example: unknown = schema.example;
  delete schema.example;
  if (Array.isArray(schema.type)) schema.type = schema.type.find((type) => type !== 'null') ?? [];
  if (schema.enum !== undefined) schema.enum = schema.enum.filter((value: unknown) => value !== null);
  return { ...parameter, schema, ...(example !== undefined && { example }) };
}

function completeResponse(response: Responses[string], path: string, schemas: Schemas): Responses[string] {
  if ('$ref' in response) return response;
  if (response.content !== undefined) completeContents(response.content, 'response', schemas, response.description);
  const limits = PROBE_ROUTES.has(path) ? [] : ['RateLimit-Policy', 'RateLimit'];
  return { ...response, headers: { ...refHeaders(['X-Request-ID', ...limits]), ...response.headers } };
}

/** Gives every content its examples: composed of the schema, with the values that the operation itself gives. */
function completeContents(contents: ContentObject, name: string, schemas: Schemas, summary = name): void {
  for (const content of Object.values(contents)) {
    const { schema } = content;
    if (schema === undefined) continue;
    const given: unknown = content.example;
    const examples = Object.entries(content.examples ?? { [name]: { summary, value: given } });
    const completed = examples.map(([title, example]): [string, ExampleObject] => {
      const partial: unknown = 'value' in example ? example.value : undefined;
      const whole = buildExample(chooseSchema(schema, partial, schemas), schemas);
      return [title, { ...example, value: overridden(whole, partial) }];
    });
    content.examples = Object.fromEntries(completed);
    delete content.example;
  }
}

function overridden(value: unknown, change: unknown): unknown {
  if (change === undefined) return value;
  if (!isRecord(value) || !isRecord(change)) return change;
  const changes = Object.entries(change).map(([key, inner]) => [key, overridden(value[key], inner)]);
  return { ...value, ...Object.fromEntries(changes) };
}
