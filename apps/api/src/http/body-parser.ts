import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '@app/common';

export const BODY_LIMIT_BYTES = 64 * 1024;
const JSON_TYPE = /^application\/(?:json|[a-z0-9!#$&^_.-]+\+json)\s*(?:;|$)/i;

/**
 * Parses every body as JSON, with or without a content type. An empty body is `undefined`.
 * `__proto__` keys are kept: validation reads only own, declared properties.
 */
export function installBodyParser(instance: FastifyInstance): void {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
    (_request: FastifyRequest, body: Buffer, done: (error: Error | null, value?: unknown) => void) => {
      if (body.length === 0) return done(null, undefined);
      if (!isUtf8(body)) return done(new AppError('invalid_json'));
      let value: unknown;
      try {
        value = JSON.parse(body.toString('utf8'));
      } catch {
        return done(new AppError('invalid_json'));
      }
      done(null, value);
    },
  );
}

/**
 * Refuses a body whose headers declare anything but plain JSON, before it is read. Removes the content type header:
 * Fastify answers 415 for one that it cannot parse, even without a body.
 * @throws {AppError} unsupported_media_type
 */
export function checkContentType({ raw: { headers } }: FastifyRequest): void {
  const length = headers['content-length'];
  const hasBody = headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
  const type = headers['content-type']?.trim() ?? '';
  const encoding = headers['content-encoding'] ?? 'identity';
  if (hasBody && ((type !== '' && !JSON_TYPE.test(type)) || encoding.toLowerCase() !== 'identity')) {
    throw new AppError('unsupported_media_type');
  }
  delete headers['content-type'];
}
