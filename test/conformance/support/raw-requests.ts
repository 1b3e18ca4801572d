import { expect } from '@jest/globals';
import { exchange, type RawResponse } from './raw-socket.js';
import type { Product } from './product.js';

/** Sends one request, given as lines, over a plain socket. */
export function rawSender({ client }: Product): (...lines: string[]) => Promise<RawResponse> {
  return (...lines) => exchange(client.baseUrl, lines.join('\r\n'));
}

/** Expects the error envelope of `code`, as JSON and with a request id. */
export function expectEnvelope({ status, headers, body }: RawResponse, expectedStatus: number, code: string): void {
  expect({ status, code: body?.error.code }).toEqual({ status: expectedStatus, code });
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(headers['x-request-id']).toMatch(/^[\x20-\x7e]{1,200}$/);
}
