import { expect } from '@jest/globals';
import { Contract } from '../../openapi/contract.js';
import { noteAnsweredCode } from '../../support/answered-codes.js';
import type { Answer, AnswerBody } from './answer.js';

export interface Sending {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

const SECRET_OR_STACK = /\bat .+:\d+:\d+|node_modules|postgres:\/\/|SELECT |INSERT |\/home\/|\/tmp\//;

/** HTTP client that validates every answer against the API description and records its error code. */
export class Client {
  private contract: Promise<Contract> | undefined;

  constructor(readonly baseUrl: string) {}

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send(path, { headers });
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  /** Posts a text as JSON, or no body. */
  postText(path: string, body?: string): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    return this.send(path, body === undefined ? { method: 'POST' } : { method: 'POST', headers, body });
  }

  async send(path: string, { method = 'GET', headers = {}, body }: Sending = {}): Promise<Answer> {
    const contract = await (this.contract ??= Contract.of(this.baseUrl));
    const response = await fetch(this.baseUrl + path, { method, headers, body: body ?? null });
    const text = await response.text();
    expect(response.headers.get('x-request-id')).toMatch(/^[\x20-\x7e]{1,200}$/);
    expect(text).not.toMatch(SECRET_OR_STACK);
    if (text !== '') expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const parsed = JSON.parse(text === '' ? 'null' : text) as AnswerBody;
    noteAnsweredCode(parsed);
    contract.expectDescribed({ method, path, status: response.status, body: parsed });
    return { status: response.status, headers: response.headers, body: parsed };
  }
}

/**
 * Expects an error with this status and code and only documented fields.
 * @param keys keys that `error` must have beside the usual ones
 */
export function expectError(
  { status, body }: Answer,
  expectedStatus: number,
  expectedCode: string,
  keys: readonly string[] = [],
): void {
  expect({ status, body }).toMatchObject({ status: expectedStatus, body: { error: { code: expectedCode } } });
  expect(Object.keys(body)).toEqual(['error']);
  expect(body.error.message).toEqual(expect.any(String));
  expect(Object.keys(body.error).filter((key) => !['code', 'message', 'details'].includes(key))).toEqual(keys);
}
