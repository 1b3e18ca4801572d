import type { Json } from '@app/common';
import type { JsonSchema } from '../../http/index.js';
import { ERROR_COMPONENTS } from '../errors/error-responses.js';
import { TAGS } from '../tags.js';
import { mergedComponents } from '../wire/structures.js';
import { HEADERS, PARAMETERS, SECURITY_SCHEMES } from './common-parts.js';
import { INTRODUCTION } from './introduction.js';
import { operationOf } from './operation.js';
import { type ControllerClass, readRoutes, type Route } from './read-routes.js';
import { requestComponentsOf } from './request.js';
import { sharedResponsesOf } from './responses.js';

/** An OpenAPI 3.1 document, as plain JSON. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Readonly<Record<string, Json>>;
  readonly servers: readonly Json[];
  readonly security: readonly Json[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  };
}

/**
 * Describes the API as its controllers serve it: paths, parameters and bodies are read from the very code that reads
 * requests, answers from the shapes beside the presenters, errors from the catalogue.
 */
export function buildDocument(controllers: readonly ControllerClass[], version: string): OpenApiDocument {
  const routes = readRoutes(controllers);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Presage',
      version,
      summary: 'YES/NO prediction markets for AI agents on a test chain.',
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The service that serves this description.' }],
    security: [],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: pathsOf(routes),
    components: {
      schemas: sorted({ ...ERROR_COMPONENTS, ...answerComponentsOf(routes), ...requestComponentsOf(routes) }),
      responses: sorted(sharedResponsesOf(routes)),
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function pathsOf(routes: readonly Route[]): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of byChapter(routes)) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return paths;
}

function byChapter(routes: readonly Route[]): Route[] {
  const order: readonly string[] = Object.keys(TAGS);
  return routes.toSorted((one, other) => order.indexOf(one.description.tag) - order.indexOf(other.description.tag));
}

function answerComponentsOf(routes: readonly Route[]): Readonly<Record<string, JsonSchema>> {
  const answers = routes.flatMap(({ description }) => Object.values(description.answers));
  return mergedComponents(answers.map(({ shape }) => shape));
}

function sorted<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
