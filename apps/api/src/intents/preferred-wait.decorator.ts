import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { onMethod } from '../http/on-method.js';
import { MAX_PREFERRED_WAIT_S, parsePreferences } from '../http/preferences.js';

const WaitOfRequest = createParamDecorator((_data: unknown, context: ExecutionContext): number | null => {
  return preferredWaitMs(context.switchToHttp().getRequest<FastifyRequest>().headers.prefer);
});

/**
 * Maximum wait in ms that the request's `Prefer` header asks for (RFC 7240), null without a preference.
 * @param more describes further preferences of the operation
 */
export function PreferredWait(more = ''): ParameterDecorator {
  return (target, key, index) => {
    WaitOfRequest()(target, key, index);
    const description = `Maximum wait for the result: \`wait=SECONDS\`, at most ${MAX_PREFERRED_WAIT_S}, or \`respond-async\` for none. 30 seconds by default.${more}`;
    onMethod(ApiHeader({ name: 'Prefer', description, required: false, example: 'wait=10' }))(target, key, index);
  };
}

/** `wait` takes precedence over `respond-async`. Anything else is ignored, as RFC 7240 requires. */
export function preferredWaitMs(prefer: string | string[] | undefined): number | null {
  const preferences = parsePreferences(prefer);
  for (const preference of preferences) {
    const seconds = /^wait\s*=\s*"?(\d{1,9})"?$/.exec(preference)?.[1];
    if (seconds !== undefined) return Math.min(Number(seconds), MAX_PREFERRED_WAIT_S) * 1000;
  }
  return preferences.includes('respond-async') ? 0 : null;
}
