import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A text that stays the same while the process runs, with its validator and compressed form. */
export class ConstantDocument {
  private readonly identity: Buffer;
  private readonly gzip: Buffer;
  private readonly etag: string;

  constructor(text: string) {
    this.identity = Buffer.from(text);
    this.gzip = gzipSync(this.identity);
    // Weak, because both forms have it (RFC 9110, 8.8.1).
    this.etag = `W/"${createHash('sha256').update(this.identity).digest('base64url').slice(0, 27)}"`;
  }

  /**
   * Sets the headers that let clients keep the document and ask whether it has changed.
   * @returns the body; empty with status 304 for a client that has the document
   */
  answer({ headers }: FastifyRequest, reply: FastifyReply): Buffer | undefined {
    const vary = [reply.getHeader('vary') ?? [], 'Accept-Encoding'].flat().join(', ');
    reply.headers({ etag: this.etag, 'cache-control': 'no-cache', vary });
    if (matches(headers['if-none-match'], this.etag)) {
      void reply.code(304);
      return undefined;
    }
    if (!acceptsGzip(headers['accept-encoding'])) return this.identity;
    reply.header('content-encoding', 'gzip');
    return this.gzip;
  }
}

function matches(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim());
  return tags.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag.slice(2));
}

function acceptsGzip(header: string | readonly string[] | undefined): boolean {
  return String(header ?? '')
    .split(',')
    .some((coding) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)|$)/i.test(coding));
}

/** Sets headers that keep a browser from loading, framing or reinterpreting the document. */
export function isolated(reply: FastifyReply, type: string, policy: string): FastifyReply {
  return reply.headers({
    'content-type': type,
    'content-security-policy': policy,
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  });
}
