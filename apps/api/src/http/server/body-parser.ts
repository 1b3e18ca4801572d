import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '@app/common';

export const BODY_LIMIT_BYTES = 64 * 1024;
const JSON_TYPE = /^application\/(?:json|[a-z0-9!#$&^_.-]+\+json)\s*(?:;|$)/i;

/**
 * Reads every body as JSON, one without a content type too. An empty body is none. What the object holds is judged by
 * the fields of the endpoint, which look at own, declared properties alone, so no key needs to be poison here.
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
 * Refuses a body that declares to be something other than plain JSON, before any of it is read, and takes the header
 * away: it has said all that it can, and the framework would judge it by rules of its own, even where there is no body.
 * @throws {AppError} unsupported_media_type
 */
export function judgeContentType({ raw: { headers } }: FastifyRequest): void {
  const length = headers['content-length'];
  const hasBody = headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
  const type = headers['content-type']?.trim() ?? '';
  const encoding = headers['content-encoding'] ?? 'identity';
  if (hasBody && ((type !== '' && !JSON_TYPE.test(type)) || encoding.toLowerCase() !== 'identity')) {
    throw new AppError('unsupported_media_type');
  }
  delete headers['content-type'];
}
