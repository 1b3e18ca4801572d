import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '@app/common';
import { rememberHandling } from './validation/handling.js';

export const BODY_LIMIT_BYTES = 64 * 1024;
/** Tools of Windows put it before the JSON, which RFC 8259 forbids, and no editor shows it. */
const BYTE_ORDER_MARK = '\ufeff';
const MARKED = 'The body is not valid JSON: it begins with a byte order mark (U+FEFF). Send it without.';
const JSON_TYPE = /^application\/(?:json|[a-z0-9!#$&^_.-]+\+json)\s*(?:;|$)/i;

/**
 * Parses every body as JSON. An empty body is `undefined`, with or without a content type.
 * `__proto__` keys are kept: validation reads only own, declared properties.
 */
export function installBodyParser(instance: FastifyInstance): void {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
    ({ headers }: FastifyRequest, body: Buffer, done: (error: Error | null, value?: unknown) => void) => {
      if (body.length === 0) return done(null, undefined);
      if (headers['content-type'] === undefined) return done(new AppError('unsupported_media_type'));
      if (!isUtf8(body)) return done(new AppError('invalid_json'));
      const text = body.toString('utf8');
      if (text.startsWith(BYTE_ORDER_MARK)) return done(new AppError('invalid_json', { message: MARKED }));
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        return done(new AppError('invalid_json'));
      }
      rememberHandling(value, headers.prefer);
      done(null, value);
    },
  );
}

/**
 * Refuses a body whose headers declare anything but plain JSON, before it is read. A chunked body without a type may be
 * empty, so the parser judges it. Other content type headers are removed, because Fastify answers 415 for one that it
 * cannot parse, even without a body.
 * @throws {AppError} unsupported_media_type
 */
export function checkContentType({ raw: { headers } }: FastifyRequest): void {
  const length = headers['content-length'];
  const isChunked = headers['transfer-encoding'] !== undefined;
  const hasBody = isChunked || (length !== undefined && length !== '0');
  const type = headers['content-type']?.trim() ?? '';
  const encoding = headers['content-encoding'] ?? 'identity';
  const isJson = JSON_TYPE.test(type);
  if (hasBody && ((!isJson && !(isChunked && type === '')) || encoding.toLowerCase() !== 'identity')) {
    throw new AppError('unsupported_media_type');
  }
  // Browsers send other types across origins without asking first.
  if (isJson) headers['content-type'] = 'application/json';
  else delete headers['content-type'];
}
