import { gunzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConstantDocument } from './constant-document.js';

const TEXT = 'a document, '.repeat(100);

class Reply {
  status = 200;
  readonly sent: Record<string, string> = { vary: 'Origin' };
  getHeader(name: string): string | undefined {
    return this.sent[name];
  }
  header(name: string, value: string): this {
    this.sent[name] = value;
    return this;
  }
  headers(values: Record<string, string>): this {
    Object.assign(this.sent, values);
    return this;
  }
  code(status: number): this {
    this.status = status;
    return this;
  }
}

function answerTo(headers: Record<string, string>): Reply & { body: Buffer | undefined } {
  const reply = new Reply();
  const request = { headers } as unknown as FastifyRequest;
  const body = new ConstantDocument(TEXT).answer(request, reply as unknown as FastifyReply);
  return Object.assign(reply, { body });
}

describe('ConstantDocument', () => {
  it('has an ETag and may be kept', () => {
    const { sent, body } = answerTo({});
    expect(sent).toEqual({
      etag: expect.stringMatching(/^W\/"[\w-]{27}"$/),
      'cache-control': 'no-cache',
      vary: 'Origin, Accept-Encoding',
    });
    expect(body?.toString()).toBe(TEXT);
  });

  it.each(['gzip', 'GZIP', 'br, gzip', 'deflate;q=0.5, gzip;q=0.8', 'gzip; q=1', 'gzip;q=0.01'])(
    'is compressed for Accept-Encoding: %s',
    (encoding) => {
      const { sent, body } = answerTo({ 'accept-encoding': encoding });
      expect(sent['content-encoding']).toBe('gzip');
      expect(body?.length).toBeLessThan(TEXT.length / 2);
      expect(body && gunzipSync(body).toString()).toBe(TEXT);
    },
  );

  it.each(['', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0', 'xgzip', 'gzipped'])(
    'is not compressed for Accept-Encoding: %s',
    (encoding) => {
      const { sent, body } = answerTo({ 'accept-encoding': encoding });
      expect(sent['content-encoding']).toBeUndefined();
      expect(body?.toString()).toBe(TEXT);
    },
  );

  it('answers 304 to a client that has it', () => {
    const etag = answerTo({}).sent['etag'] ?? '';
    for (const header of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const { status, sent, body } = answerTo({ 'if-none-match': header, 'accept-encoding': 'gzip' });
      expect({ status, etag: sent['etag'], body }).toEqual({ status: 304, etag, body: undefined });
      expect(sent['content-encoding']).toBeUndefined();
    }
    expect(answerTo({ 'if-none-match': '"other"' }).status).toBe(200);
  });
});
