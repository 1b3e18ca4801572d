import { ApiHeader } from '@nestjs/swagger';
import { parsePreferences } from '../preferences.js';
import type { UnknownFields } from './field.js';

const STRICT = /^handling\s*=\s*"?strict"?$/;

/** Bodies of requests with `Prefer: handling=strict`. Pipes see the body and not the headers. */
const strictBodies = new WeakSet();

/** Remembers the handling that the request of a parsed body prefers (RFC 7240, 4.4). */
export function rememberHandling(body: unknown, prefer: string | string[] | undefined): void {
  if (prefer === undefined || typeof body !== 'object' || body === null) return;
  if (parsePreferences(prefer).some((preference) => STRICT.test(preference))) strictBodies.add(body);
}

export function unknownFieldsOf(body: object): UnknownFields {
  return strictBodies.has(body) ? 'refused' : 'ignored';
}

export const HANDLING = '`handling=strict` rejects unknown fields of the body. By default they are ignored.';

/** Documents the preference of an operation with a body. */
export function DescribeHandling(): MethodDecorator {
  return ApiHeader({
    name: 'Prefer',
    description: HANDLING,
    required: false,
    example: 'handling=strict',
  });
}
