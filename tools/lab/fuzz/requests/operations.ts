import { isRecord } from '@app/common';
import { listAt } from '../../../support/json.js';

/** Answers with the console's page when the name of the file is empty. */
const CONSOLE_FILE = 'getConsoleFile';

/** One operation of the API with the names of its parameters and fields. */
export interface Operation {
  readonly method: 'GET' | 'POST';
  /** Template such as `/markets/{id}`. */
  readonly path: string;
  readonly query: readonly string[];
  readonly requiredQuery: readonly string[];
  /** Content types that its answers may have. */
  readonly types: readonly string[];
  /** Null for an operation without a body. */
  readonly body: { readonly fields: readonly string[]; readonly required: readonly string[] } | null;
}

type Unknown = Readonly<Record<string, unknown>>;

/**
 * Reads the operations out of an OpenAPI document.
 * @throws Error when it describes none
 */
export function listOperations(document: unknown): Operation[] {
  const paths = objectAt(document, 'paths');
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    (['GET', 'POST'] as const).flatMap((method) => {
      const described = objectAt(item, method.toLowerCase());
      return Object.keys(described).length === 0 ? [] : [{ method, path, ...describeParts(document, item, described) }];
    }),
  );
  if (operations.length === 0) throw new Error('the OpenAPI document describes no operation');
  return operations;
}

function describeParts(document: unknown, item: unknown, described: Unknown): Omit<Operation, 'method' | 'path'> {
  const parameters = queryOf(document, item, described);
  return {
    query: parameters.map(nameOf),
    requiredQuery: parameters.filter(({ required }) => required === true).map(nameOf),
    types: [...listTypes(document, described), ...(described.operationId === CONSOLE_FILE ? ['text/html'] : [])],
    body: describeBody(document, described),
  };
}

function listTypes(document: unknown, operation: Unknown): string[] {
  const responses = Object.values(objectAt(operation, 'responses')).map((response) => resolve(document, response));
  return [...new Set(responses.flatMap((response) => Object.keys(objectAt(response, 'content'))))];
}

function queryOf(document: unknown, item: unknown, operation: Unknown): Unknown[] {
  return [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')]
    .map((parameter) => resolve(document, parameter))
    .filter((parameter) => parameter.in === 'query');
}

function nameOf({ name }: Unknown): string {
  return String(name);
}

function describeBody(document: unknown, operation: Unknown): Operation['body'] {
  const content = objectAt(resolve(document, operation.requestBody), 'content');
  const schema = Object.values(content)[0];
  if (schema === undefined) return null;
  const schemas = flatten(document, objectAt(schema, 'schema'));
  const fields = schemas.flatMap((one) => Object.keys(objectAt(one, 'properties')));
  const required = schemas.flatMap((one) => listAt(one, 'required').map(String));
  return fields.length === 0 ? null : { fields: [...new Set(fields)], required: [...new Set(required)] };
}

/** Returns a schema and its parts. A body with the fields of every variant is valid for each of them. */
function flatten(document: unknown, schema: unknown): Unknown[] {
  const resolved = resolve(document, schema);
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((word) => listAt(resolved, word));
  return [resolved, ...parts.flatMap((part) => flatten(document, part))];
}

function resolve(document: unknown, value: unknown): Unknown {
  const found = toObject(value);
  if (typeof found.$ref !== 'string') return found;
  const words = found.$ref.replace(/^#\//, '').split('/');
  return resolve(
    document,
    words.reduce((at: unknown, word) => toObject(at)[word], document),
  );
}

function objectAt(value: unknown, key: string): Unknown {
  return toObject(toObject(value)[key]);
}

function toObject(value: unknown): Unknown {
  return isRecord(value) ? value : {};
}
