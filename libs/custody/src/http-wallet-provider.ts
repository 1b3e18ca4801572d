import { randomUUID } from 'node:crypto';
import { isUuid, type Json, type Secret } from '@app/common';
import {
  classifyProviderFailure,
  isCiphertextRefusal,
  ProviderError,
  type ProviderBalance,
  type ProviderFailure,
  type ProviderTransaction,
  type ProviderTransactionRef,
  type ProviderWallet,
  type TransactionRequest,
  WalletProvider,
} from '@app/engine';
import type { UpstreamCalls } from '@app/observability';
import { EntityCiphertext } from './entity-ciphertext.js';
import { parseBalances, parseList, parseTransaction, parseWallet, textField } from './parse-answer.js';
import { ProviderHttp, recordOf } from './provider-http.js';
import { TransactionReads } from './transaction-reads.js';

export interface HttpWalletProviderOptions {
  baseUrl: string;
  apiKey: Secret;
  entitySecret: Secret;
  /** The provider's name for CHAIN-TESTNET. */
  blockchain: string;
  /** Whether faucet requests include the native coin. */
  faucetNative: boolean;
  /** Longest time that one call takes. */
  timeoutMs: number;
  /** Records every call, if given. */
  calls?: UpstreamCalls;
}

const CONTRACT_EXECUTION_PATH = '/v1/w3s/developer/transactions/contractExecution';
const INVALID_SECRET_CODE = 156013;
/** Well-formed values of the probe, so that the provider does not refuse the body before it checks the credentials. */
const NO_CONTRACT = '0x0000000000000000000000000000000000000000';
const NO_CALL = '0x00000000';
const LOOKUP_PAGE_SIZE = 50;

/** WalletProvider over the provider's HTTP contract. One deadline per call; upstream texts are neither kept nor logged. */
export class HttpWalletProvider extends WalletProvider {
  private readonly http: ProviderHttp;
  private readonly ciphertext: EntityCiphertext;
  private readonly reads: TransactionReads;

  constructor(private readonly options: HttpWalletProviderOptions) {
    super();
    this.http = new ProviderHttp(options);
    this.ciphertext = new EntityCiphertext(options.entitySecret, () => this.publicKey());
    this.reads = new TransactionReads(this.http);
  }

  transactionBody(request: TransactionRequest): { [key: string]: Json } {
    return {
      idempotencyKey: request.idempotencyKey,
      walletId: request.providerWalletId,
      contractAddress: request.contractAddress,
      callData: request.callData,
      feeLevel: 'MEDIUM',
      refId: request.refId,
    };
  }

  async submit(body: string): Promise<ProviderTransactionRef> {
    const operation = 'submit_transaction';
    const parsed: unknown = JSON.parse(body);
    const data = await this.write(operation, CONTRACT_EXECUTION_PATH, recordOf(parsed));
    const { id } = recordOf(data);
    // Without an id the outcome is unknown, and the same bytes are sent again.
    if (!isUuid(id)) throw new ProviderError(operation, { kind: 'no_answer', reason: 'unreadable' });
    return { transactionId: id };
  }

  async findTransaction(query: { id: string; providerWalletId: string }): Promise<ProviderTransaction | null> {
    return this.reads.find(query);
  }

  async listTransactions(query: { providerWalletId: string; sinceMs: number }): Promise<ProviderTransaction[]> {
    const operation = 'list_transactions';
    const from = encodeURIComponent(`${new Date(query.sinceMs).toISOString().slice(0, 19)}Z`);
    let path: string | null =
      `/v1/w3s/transactions?walletIds=${query.providerWalletId}&from=${from}&pageSize=${LOOKUP_PAGE_SIZE}`;
    const found: ProviderTransaction[] = [];
    while (path !== null) {
      const { data, nextPath } = await this.http.call({ operation, method: 'GET', path });
      const page = parseList(recordOf(data).transactions);
      found.push(...page.map((entry) => parseTransaction(entry, operation)));
      path = page.length === 0 ? null : nextPath;
    }
    return found;
  }

  async accelerate(request: { transactionId: string; idempotencyKey: string }): Promise<ProviderTransactionRef> {
    const { transactionId, idempotencyKey } = request;
    const path = `/v1/w3s/developer/transactions/${transactionId}/accelerate`;
    const { id } = recordOf(await this.write('accelerate_transaction', path, { idempotencyKey }));
    return { transactionId: isUuid(id) ? id : transactionId };
  }

  async createWalletSet(request: { idempotencyKey: string; name: string }): Promise<{ id: string }> {
    const operation = 'create_wallet_set';
    const data = await this.write(operation, '/v1/w3s/developer/walletSets', request);
    return { id: textField(recordOf(recordOf(data).walletSet).id, operation) };
  }

  async createWallet(request: { idempotencyKey: string; walletSetId: string; refId: string }): Promise<ProviderWallet> {
    const operation = 'create_wallet';
    const { idempotencyKey, walletSetId, refId } = request;
    const data = await this.write(operation, '/v1/w3s/developer/wallets', {
      idempotencyKey,
      walletSetId,
      blockchains: [this.options.blockchain],
      accountType: 'EOA',
      count: 1,
      metadata: [{ name: refId, refId }],
    });
    return parseWallet(parseList(recordOf(data).wallets)[0], operation);
  }

  async findWalletByAddress(address: string): Promise<ProviderWallet | null> {
    const operation = 'find_wallet';
    const path = `/v1/w3s/wallets?address=${address}&blockchain=${this.options.blockchain}&pageSize=1`;
    const { data } = await this.http.call({ operation, method: 'GET', path });
    const [wallet] = parseList(recordOf(data).wallets);
    return wallet === undefined ? null : parseWallet(wallet, operation);
  }

  async balances(providerWalletId: string): Promise<ProviderBalance[]> {
    const path = `/v1/w3s/wallets/${providerWalletId}/balances?includeAll=true&pageSize=50`;
    const { data } = await this.http.call({ operation: 'read_balances', method: 'GET', path });
    return parseBalances(recordOf(data).tokenBalances);
  }

  async requestFaucet(address: string): Promise<void> {
    const body = { address, blockchain: this.options.blockchain, native: this.options.faucetNative, usdc: true };
    await this.http.call({ operation: 'request_faucet', method: 'POST', path: '/v1/faucet/drips', body });
  }

  /** Sends a transaction for a wallet that does not exist: the provider checks the credentials and refuses the wallet. */
  async probe(): Promise<void> {
    this.ciphertext.forgetKey();
    const body = this.transactionBody({
      idempotencyKey: randomUUID(),
      providerWalletId: randomUUID(),
      walletAddress: NO_CONTRACT,
      contractAddress: NO_CONTRACT,
      callData: NO_CALL,
      refId: 'probe',
    });
    try {
      await this.write('probe', CONTRACT_EXECUTION_PATH, body);
    } catch (error) {
      if (!(error instanceof ProviderError) || !acceptsCredentials(error.failure)) throw error;
    }
  }

  /** Sends the body as given, plus a fresh ciphertext. */
  private async write(operation: string, path: string, body: object): Promise<unknown> {
    const entitySecretCiphertext = await this.ciphertext.make();
    try {
      const answer = await this.http.call({
        operation,
        method: 'POST',
        path,
        body: { ...body, entitySecretCiphertext },
      });
      return answer.data;
    } catch (error) {
      const refused = error instanceof ProviderError && error.failure.kind === 'answer' ? error.failure : null;
      if (refused?.providerCode === INVALID_SECRET_CODE) this.ciphertext.forgetKey();
      throw error;
    }
  }

  private async publicKey(): Promise<string> {
    const operation = 'read_public_key';
    const { data } = await this.http.call({ operation, method: 'GET', path: '/v1/w3s/config/entity/publicKey' });
    return textField(recordOf(data).publicKey, operation);
  }
}

/** Whether a refusal shows that the provider accepted the API key and the ciphertext. */
function acceptsCredentials(failure: ProviderFailure): boolean {
  if (failure.kind === 'no_answer' || failure.httpStatus === 429 || failure.httpStatus >= 500) return false;
  return classifyProviderFailure(failure, 'before_arming') !== 'operator' && !isCiphertextRefusal(failure);
}
