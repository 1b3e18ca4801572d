import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { STATUS_CODES } from 'node:http';
import { AppError, type ErrorCode } from '@app/common';
import { envelopeOf } from '../errors/envelope.js';
import { REQUEST_ID_HEADER, requestIdOf } from './request-id.js';

/** How long what a client still sends is read and dropped, so that the answer is not lost in a reset. */
const LINGER_MS = 500;
const SENT_ID = /^x-request-id:[ \t]*([^\r\n]*)/im;

const CODES: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
};

/** The ids of requests whose body is still arriving, by their socket. */
export type RequestIds = WeakMap<Duplex, string>;

/** Answers, on the bare socket, what never became a request: malformed HTTP, too large headers, too slow senders. */
export class RawErrors {
  private readonly answered = new WeakSet<Duplex>();

  constructor(private readonly requestIds: RequestIds) {}

  watch(server: Server): void {
    // A client that has closed its side after its last request still reads the answer.
    Object.assign(server, { httpAllowHalfOpen: true });
    // CONNECT asks for a tunnel, and no route can serve that.
    server.on('connect', (request, socket) => {
      this.answer(socket, 'method_not_allowed', requestIdOf(request.headers[REQUEST_ID_HEADER]));
    });
    // Only 100-continue means something to us; other expectations are answered like plain requests.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  }

  readonly onClientError = (error: Error & { code?: string; rawPacket?: unknown }, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const packet = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : '';
    const sent = SENT_ID.exec(packet)?.[1];
    this.answer(socket, CODES[error.code ?? ''] ?? 'bad_request', this.requestIds.get(socket) ?? requestIdOf(sent));
  };

  private answer(socket: Duplex, code: ErrorCode, requestId: string): void {
    if (this.answered.has(socket)) return;
    this.answered.add(socket);
    const error = new AppError(code);
    const body = JSON.stringify(envelopeOf(error));
    const head = [
      `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? 'Error'}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `${REQUEST_ID_HEADER}: ${requestId}`,
      'vary: Origin',
      ...(code === 'method_not_allowed' ? ['allow: GET, HEAD, OPTIONS, POST'] : []),
      'connection: close',
    ];
    socket.on('error', () => socket.destroy());
    if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    socket.resume();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }
}
