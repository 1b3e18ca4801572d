import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { type DeliveryFailure, parseWebhookUrl } from '@app/events';
import { ForbiddenAddressError, publicLookup } from './public-lookup.js';
import type { SignedRequest } from './signer.js';

/** Bytes of a response that are read before its connection is closed. None is kept. */
const MAX_RESPONSE_BYTES = 64 * 1024;
const GONE = 410;

export type Outcome =
  | { readonly kind: 'delivered'; readonly responseStatus: number }
  /** The receiver wants no further deliveries. */
  | { readonly kind: 'ended'; readonly responseStatus: number }
  | { readonly kind: 'failed'; readonly reason: DeliveryFailure; readonly responseStatus: number | null }
  /** The process shuts down. */
  | { readonly kind: 'aborted' };

export interface SenderOptions {
  /** Maximum time of one request, from the lookup of the name to the response's headers. */
  readonly timeoutMs: number;
  readonly allowsPrivate: boolean;
  /** Null for that of the operating system. */
  readonly lookup: LookupFunction | null;
}

/** Creates a sender that resolves names by `publicLookup` unless private addresses are allowed. */
export function createSender(dependencies: Omit<SenderOptions, 'lookup'>): Sender {
  return new Sender({ ...dependencies, lookup: dependencies.allowsPrivate ? null : publicLookup() });
}

/** Posts deliveries. Each request opens its own connection, so that its address is checked each time. */
export class Sender {
  constructor(private readonly dependencies: SenderOptions) {}

  /** Never rejects. Follows no redirect. */
  async send(text: string, request: SignedRequest, stop: AbortSignal): Promise<Outcome> {
    // Checks literal addresses, for which there is no lookup, by the settings of this process.
    const parsed = parseWebhookUrl(text, this.dependencies);
    if ('problem' in parsed) return failed('address_forbidden');
    const timeout = AbortSignal.timeout(this.dependencies.timeoutMs);
    try {
      return classifyStatus(await this.post(parsed.url, request, AbortSignal.any([timeout, stop])));
    } catch (error) {
      if (stop.aborted) return { kind: 'aborted' };
      if (error instanceof ForbiddenAddressError) return failed('address_forbidden');
      return failed(timeout.aborted ? 'timeout' : 'connection_failed');
    }
  }

  /** @returns the status of the response */
  private post(url: URL, { body, headers }: SignedRequest, signal: AbortSignal): Promise<number> {
    const { lookup } = this.dependencies;
    return new Promise((resolve, reject) => {
      const { request: open } = url.protocol === 'https:' ? https : http;
      const options = { method: 'POST', headers, agent: false, signal, ...(lookup !== null && { lookup }) };
      const request = open(url, options, (response) => {
        discard(response);
        resolve(response.statusCode ?? 0);
      });
      request.on('error', reject);
      // A protocol switch (101) closes the connection without a response or an error.
      request.on('close', () => reject(new Error('the connection ended without a response')));
      request.end(body);
    });
  }
}

/** Reads a response to its end, or to the maximum, so that the receiver sees an orderly end. */
function discard(response: http.IncomingMessage): void {
  let bytes = 0;
  response.on('error', () => undefined); // its status has been read
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) response.destroy();
  });
}

function classifyStatus(responseStatus: number): Outcome {
  if (responseStatus >= 200 && responseStatus < 300) return { kind: 'delivered', responseStatus };
  if (responseStatus === GONE) return { kind: 'ended', responseStatus };
  return { kind: 'failed', reason: 'response_status', responseStatus };
}

function failed(reason: DeliveryFailure): Outcome {
  return { kind: 'failed', reason, responseStatus: null };
}
