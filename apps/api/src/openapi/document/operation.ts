import type { JsonSchema } from '../../http/index.js';
import type { Route } from './read-routes.js';
import { parametersOf, requestBodyOf } from './request.js';
import { responsesOf } from './responses.js';

/** One operation of the document. */
export function operationOf(route: Route): JsonSchema {
  const { id, tag, summary, details } = route.description;
  const requestBody = requestBodyOf(route);
  return {
    operationId: id,
    tags: [tag],
    summary,
    // None, or a key: it is the service's settings that decide.
    ...(route.keyRule !== undefined && { security: [{}, { ApiKey: [] }] }),
    ...(details !== undefined && { description: details }),
    parameters: parametersOf(route),
    ...(requestBody !== null && { requestBody }),
    responses: responsesOf(route),
  };
}
