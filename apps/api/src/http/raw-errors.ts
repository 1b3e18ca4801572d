import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '@app/common';
import { toEnvelope } from './errors/envelope.js';
import { PRIVATE_HEADERS } from './private-headers.js';
import { REQUEST_ID_HEADER, toRequestId } from './request-id.js';

/** Time in ms for which further input is read and dropped, so that a reset does not overtake the answer. */
const LINGER_MS = 500;
const REQUEST_ID_LINE = /^x-request-id:[ \t]*([^\r\n]*)/im;

const CODES: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
};

/** Ids of requests whose body is still arriving, by socket. */
const requestIds = new WeakMap<Duplex, string>();
const answered = new WeakSet<Duplex>();

export function rememberRequestId({ raw, id }: FastifyRequest): void {
  requestIds.set(raw.socket, id);
}

export function forgetRequestId({ raw }: FastifyRequest): void {
  requestIds.delete(raw.socket);
}

/** Answers CONNECT and unknown expectations, which Node does not emit as requests. */
export function answerRawRequests(server: Server): void {
  // A client that half-closes after its last request still reads the answer.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('connect', (request, socket) => {
    answer(socket, 'method_not_allowed', toRequestId(request.headers[REQUEST_ID_HEADER]));
  });
  // Expectations other than 100-continue are ignored.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Fastify's `clientErrorHandler`: answers malformed HTTP, oversized headers and slow senders on the bare socket. */
export function onClientError(error: Error & { code?: string; rawPacket?: unknown }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const packet = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : '';
  const requestId = requestIds.get(socket) ?? toRequestId(REQUEST_ID_LINE.exec(packet)?.[1]);
  answer(socket, CODES[error.code ?? ''] ?? 'bad_request', requestId);
}

function answer(socket: Duplex, code: ErrorCode, requestId: string): void {
  if (answered.has(socket)) return;
  answered.add(socket);
  const error = new AppError(code);
  const body = JSON.stringify(toEnvelope(error));
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? 'Error'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `${REQUEST_ID_HEADER}: ${requestId}`,
    ...Object.entries(PRIVATE_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'vary: Origin',
    ...(code === 'method_not_allowed' ? ['allow: GET, HEAD, OPTIONS, POST'] : []),
    'connection: close',
  ];
  socket.on('error', () => socket.destroy());
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
