import type { HeaderObject, ParameterObject, SecuritySchemeObject } from '@nestjs/swagger';
import { EXAMPLE } from './examples.js';

export const PARAMETERS: Record<string, ParameterObject> = {
  RequestId: {
    name: 'X-Request-ID',
    in: 'header',
    required: false,
    description:
      'Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.',
    schema: { type: 'string', minLength: 1, maxLength: 200 },
    example: 'order-4711',
  },
};

export const HEADERS: Record<string, HeaderObject> = {
  'X-Request-ID': {
    description: 'Id of the request: the value of the request header, or a generated id.',
    required: true,
    schema: { type: 'string' },
    example: 'order-4711',
  },
  Location: {
    description: 'Path of the intent, or of its executions.',
    schema: { type: 'string' },
    example: `/agent/intents/${EXAMPLE.intentId}/executions`,
  },
  'WWW-Authenticate': {
    description: 'Challenge for an API key, with `error="invalid_token"` if one was presented.',
    schema: { type: 'string' },
    example: 'Bearer realm="presage"',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '2',
  },
  'RateLimit-Policy': {
    description:
      'Limits of the request, as in draft-ietf-httpapi-ratelimit-headers-11: name, quota `q` and window `w` in seconds. Set where a limit is on.',
    schema: { type: 'string' },
    example: '"requests";q=600;w=60',
  },
  RateLimit: {
    description: 'What is left of each limit: `r` requests, and `t` seconds until there are more.',
    schema: { type: 'string' },
    example: '"requests";r=599;t=1',
  },
};

export const API_KEY: SecuritySchemeObject = {
  type: 'http',
  scheme: 'bearer',
  description:
    'Required for writes if the service runs with `AUTH_MODE=api_key`, and for reads of agents and users with `AUTH_READS=account`. A key has scopes and acts for the agents of its account, or for some of them. The operator of the service issues it. `x-required-scope` of an operation names the scope, or two; every scope includes `read`.',
};
