import type { Json } from '@app/common';
import {
  type ArgumentDescription,
  type BodyVariant,
  exampleOf,
  fieldRulesOf,
  type JsonSchema,
  notedSchema,
  schemaOf,
} from '../../http/index.js';
import { merged } from '../merged.js';
import { referenceTo } from '../wire/shape.js';
import type { Route, RouteArgument } from './read-routes.js';

const REQUEST_ID = { $ref: '#/components/parameters/RequestId' };

/** Path, query and headers, in this order. */
export function parametersOf(route: Route): JsonSchema[] {
  const headers = (route.description.requestHeaders ?? []).map(({ name, doc, schema, example }) => ({
    name,
    in: 'header',
    required: false,
    description: doc,
    schema,
    example,
  }));
  return [...route.arguments.flatMap(argumentParameters), ...headers, REQUEST_ID];
}

/** Null when the operation reads no body. */
export function requestBodyOf(route: Route): JsonSchema | null {
  const variants = Object.entries(variantsOf(route));
  if (variants.length === 0) return null;
  const schemas = variants.map(([name]) => referenceTo(name));
  return {
    required: true,
    content: {
      'application/json': {
        schema: schemas.length === 1 ? (schemas[0] ?? {}) : { oneOf: schemas },
        examples: merged(variants.map(([name, variant]) => bodyExamples(name, variant))),
      },
    },
  };
}

/** The schemas of all bodies, by name. */
export function requestComponentsOf(routes: readonly Route[]): Record<string, JsonSchema> {
  const variants = routes.flatMap((route) => Object.entries(variantsOf(route)));
  return Object.fromEntries(variants.map(([name, { fields, narrowed }]) => [name, schemaOf(fields, narrowed)]));
}

function variantsOf(route: Route): Readonly<Record<string, BodyVariant>> {
  const bodies = route.arguments.map(({ pipe: { describes } }) => (describes.in === 'body' ? describes.variants : {}));
  return merged(bodies);
}

function bodyExamples(name: string, { fields, examples = { [name]: {} } }: BodyVariant): Record<string, Json> {
  const common = exampleOf(fields);
  return Object.fromEntries(
    Object.entries(examples).map(([title, own]) => [title, { summary: title, value: { ...common, ...own } }]),
  );
}

function argumentParameters({ name, pipe: { describes } }: RouteArgument): JsonSchema[] {
  switch (describes.in) {
    case 'path':
      return [pathParameter(name, describes)];
    case 'query':
      return fieldRulesOf(describes.fields).map((rule) => ({
        name: rule.name,
        in: 'query',
        required: rule.presence === 'required',
        ...(rule.doc !== undefined && { description: rule.doc }),
        schema: withoutDescription(notedSchema(rule)),
        ...(rule.example !== undefined && { example: rule.example }),
      }));
    case 'body':
      return [];
  }
}

function pathParameter(name: string, { schema, doc, example }: ArgumentDescription & { in: 'path' }): JsonSchema {
  return { name, in: 'path', required: true, description: doc, schema, example };
}

function withoutDescription({ description: _description, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
