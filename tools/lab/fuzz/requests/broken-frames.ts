import type { Random } from '../../../support/random.js';
import { hostileString } from './corpus.js';
import { validPath } from './drafts.js';
import type { Ingredients } from './fuzz-request.js';

type Frame = (path: string, random: Random) => string | Buffer;

const HOST = 'Host: localhost\r\n';

/** Bytes that no HTTP client sends. The sender closes its side afterwards, so the server need not wait for more. */
const FRAMES: readonly Frame[] = [
  () => 'GARBAGE\r\n\r\n',
  () => '\r\n\r\n\r\n',
  () => '\0\0\0\0',
  (_path, random) => Buffer.from(Array.from({ length: random.between(1, 400) }, () => random.between(0, 255))),
  () => Buffer.from('16030100e1010000dd0303', 'hex'), // a TLS client
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  (path) => `GET ${path} HTTP/9.9\r\n${HOST}\r\n`,
  (path) => `GET ${path} HTTP/0.9\r\n\r\n`,
  (path) => `GET ${path}\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.0\r\n\r\n`,
  (path) => `get ${path} HTTP/1.1\r\n${HOST}\r\n`,
  (path) => `GET  ${path} HTTP/1.1\r\n${HOST}\r\n`,
  (path) => `GET ${path} x HTTP/1.1\r\n${HOST}\r\n`,
  (path) => `GET\t${path}\tHTTP/1.1\r\n${HOST}\r\n`,
  (path) => `GET ${path} HTTP/1.1\n${HOST}\n\n`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}X-A: a\r\n folded\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST} X-A: a\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}X-A : a\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}X-A: a\0b\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}nonsense\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}: empty\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}X-Big: ${'a'.repeat(20_000)}\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}${'X-A: b\r\n'.repeat(3_000)}\r\n`,
  (path) => `GET ${path}?${'a'.repeat(17_000)} HTTP/1.1\r\n${HOST}\r\n`,
  (path, random) => Buffer.from(`GET ${path}${hostileString(random)} HTTP/1.1\r\n${HOST}\r\n`, 'utf8'),
  (path, random) => `GET ${path} HTTP/1.1\r\n${HOST}X-Request-ID: ${hostileString(random).slice(0, 500)}\r\n\r\n`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 10\r\n\r\n{}`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 2\r\n\r\n{}GET /health HTTP/1.1\r\n${HOST}\r\n`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n{}`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 99999999999999999999\r\n\r\n{}`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 2, 2\r\n\r\n{}`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  (path) =>
    `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked, identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\n{}\r\n`,
  (path) =>
    `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  (path) =>
    `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nTrailer: __proto__\r\n\r\n`,
  (path) =>
    `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n20000\r\n${'x'.repeat(131_072)}\r\n0\r\n\r\n`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`,
  () => `CONNECT evil.test:443 HTTP/1.1\r\n${HOST}\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`.repeat(20),
  (path, random) => `POST ${path} HTTP/1.1\r\n${HOST}\r\n`.slice(0, random.between(1, 30)),
];

export function brokenFrame(ingredients: Ingredients): Buffer {
  const { random } = ingredients;
  return Buffer.from(random.pick(FRAMES)(validPath(ingredients), random));
}
