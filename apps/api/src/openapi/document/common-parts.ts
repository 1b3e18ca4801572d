import type { JsonSchema } from '../../http/index.js';
import { EXAMPLE } from '../examples.js';

const REQUEST_ID_DOC =
  'Names the request in logs and records. Echoed when, trimmed, it is 1 to 200 printable ASCII characters; otherwise one is made.';

/** The parameters that every operation has. */
export const PARAMETERS: Readonly<Record<string, JsonSchema>> = {
  RequestId: {
    name: 'X-Request-ID',
    in: 'header',
    required: false,
    description: REQUEST_ID_DOC,
    schema: { type: 'string', minLength: 1, maxLength: 200 },
    example: 'order-4711',
  },
};

/** The headers that answers have. */
export const HEADERS: Readonly<Record<string, JsonSchema>> = {
  'X-Request-ID': {
    description: 'The request’s id: the one that was sent, or a new one.',
    required: true,
    schema: { type: 'string' },
    example: 'order-4711',
  },
  Location: {
    description: 'Where the executions of the intent are read.',
    schema: { type: 'string' },
    example: `/agent/intents/${EXAMPLE.intentId}/executions`,
  },
  'WWW-Authenticate': {
    description: 'That a key is wanted, and whether one was presented.',
    schema: { type: 'string' },
    example: 'Bearer realm="presage"',
  },
  'Retry-After': {
    description: 'Seconds after which asking again makes sense.',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '2',
  },
};

/** Wanted only where the service runs with `AUTH_MODE=api_key`. */
export const SECURITY_SCHEMES: Readonly<Record<string, JsonSchema>> = {
  ApiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'Needed for writes, and only where the service runs with `AUTH_MODE=api_key`. A key has scopes, and is bound to one agent; the service’s operator gives it out.',
  },
};
