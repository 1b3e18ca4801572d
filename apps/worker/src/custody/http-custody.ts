import { randomUUID } from 'node:crypto';
import { canonicalJson, isUuid } from '@app/common';
import {
  type Acceleration,
  Custody,
  type PreparedTransaction,
  ProviderError,
  type ProviderFailure,
  type ProviderTransaction,
  type TransactionQuery,
  type TransactionRequest,
} from '@app/engine';
import { CIPHERTEXT_CODES } from './classify-answer.js';
import { listOrEmpty, parseTransaction } from './parse-answer.js';
import type { ProviderClient } from './provider-client.js';
import { noAnswer, recordOrEmpty } from './provider-http.js';
import { TransactionReads } from './transaction-reads.js';

const CONTRACT_EXECUTION_PATH = '/v1/w3s/developer/transactions/contractExecution';
/** Well-formed values of the probe, so that the provider does not refuse the body before it checks the credentials. */
const NO_ADDRESS = '0x0000000000000000000000000000000000000000';
const NO_CALL = '0x00000000';
const LOOKUP_PAGE_SIZE = 50;
/** Pages after which a list counts as unreadable: its links may form a circle. */
const MAX_LOOKUP_PAGES = 1_000;
/** Listing starts this long before arming, for clocks that differ. */
const LOOKUP_MARGIN_MS = 60 * 60_000;

/** Custody over the provider's HTTP contract. One deadline per call; upstream texts are neither kept nor logged. */
export class HttpCustody extends Custody {
  private readonly reads: TransactionReads;

  constructor(private readonly client: ProviderClient) {
    super();
    this.reads = new TransactionReads(client.http);
  }

  prepare(request: TransactionRequest): Promise<PreparedTransaction> {
    return Promise.resolve({ body: encodeBody(request), hash: null });
  }

  isBodyFor(body: string, request: TransactionRequest): boolean {
    return body === encodeBody(request);
  }

  async submit(body: string): Promise<{ transactionId: string }> {
    const operation = 'submit_transaction';
    const parsed: unknown = JSON.parse(body);
    const { id } = recordOrEmpty(await this.client.write(operation, CONTRACT_EXECUTION_PATH, recordOrEmpty(parsed)));
    // Without an id the outcome is unknown, and the same bytes are sent again.
    if (!isUuid(id)) throw noAnswer(operation, 'unreadable');
    return { transactionId: id };
  }

  find({
    transactionId: id,
    providerWalletId,
  }: TransactionQuery & { transactionId: string }): Promise<ProviderTransaction | null> {
    return this.reads.find({ id, providerWalletId });
  }

  async listByRef({ providerWalletId, refId, armedAtMs }: TransactionQuery): Promise<ProviderTransaction[]> {
    const operation = 'list_transactions';
    const since = new Date(armedAtMs - LOOKUP_MARGIN_MS).toISOString().slice(0, 19);
    const query = `walletIds=${providerWalletId}&from=${encodeURIComponent(`${since}Z`)}&pageSize=${LOOKUP_PAGE_SIZE}`;
    let path: string | null = `/v1/w3s/transactions?${query}`;
    const found: ProviderTransaction[] = [];
    for (let pages = 0; path !== null; pages += 1) {
      if (pages === MAX_LOOKUP_PAGES) throw noAnswer(operation, 'unreadable');
      const { data, nextPath } = await this.client.http.read(operation, path);
      const page = listOrEmpty(recordOrEmpty(data).transactions);
      const transactions = page.map((entry) => parseTransaction(entry, operation));
      found.push(...transactions.filter((transaction) => transaction.refId === refId));
      path = page.length === 0 ? null : nextPath;
    }
    return found;
  }

  async accelerate({ transactionId, idempotencyKey }: Acceleration): Promise<{ transactionId: string }> {
    const path = `/v1/w3s/developer/transactions/${transactionId}/accelerate`;
    const { id } = recordOrEmpty(await this.client.write('accelerate_transaction', path, { idempotencyKey }));
    return { transactionId: isUuid(id) ? id : transactionId };
  }

  topUpGas(): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** Sends a transaction for a wallet that does not exist: the provider checks the credentials and refuses the wallet. */
  async probe(): Promise<void> {
    this.client.forgetKey();
    const wallet = { providerWalletId: randomUUID(), walletAddress: NO_ADDRESS };
    const call = { contractAddress: NO_ADDRESS, callData: NO_CALL, refId: 'probe' };
    const body = toRequestFields({ idempotencyKey: randomUUID(), ...wallet, ...call });
    try {
      await this.client.write('probe', CONTRACT_EXECUTION_PATH, body);
    } catch (error) {
      if (!(error instanceof ProviderError) || !acceptsCredentials(error.failure)) throw error;
    }
  }
}

function encodeBody(request: TransactionRequest): string {
  return canonicalJson(toRequestFields(request));
}

/** Request without its single-use ciphertext. */
function toRequestFields(request: TransactionRequest) {
  const { idempotencyKey, providerWalletId: walletId, contractAddress, callData, refId } = request;
  return { idempotencyKey, walletId, contractAddress, callData, feeLevel: 'MEDIUM', refId };
}

/** Whether a refusal shows that the provider accepted the API key and the ciphertext. */
function acceptsCredentials({ class: failureClass, facts }: ProviderFailure): boolean {
  const { httpStatus, providerCode } = facts;
  if (typeof httpStatus !== 'number' || httpStatus === 429 || httpStatus >= 500) return false;
  return failureClass !== 'operator' && !(typeof providerCode === 'number' && CIPHERTEXT_CODES.has(providerCode));
}
