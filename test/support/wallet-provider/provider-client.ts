import { constants, createPublicKey, publicEncrypt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Interface } from 'ethers';

export const API_KEY = 'TEST_API_KEY:test-id:test-secret';
export const ENTITY_SECRET = 'ab'.repeat(32);
export const BLOCKCHAIN = 'ARC-TESTNET';

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly data: T;
    readonly code?: number;
    readonly message?: string;
    readonly errors?: readonly { readonly message: string }[];
  };
}

export interface Wallet {
  readonly id: string;
  readonly address: string;
  readonly refId: string;
}

export interface Tx {
  readonly id: string;
  readonly state: string;
  readonly txHash?: string;
  readonly refId: string;
  readonly errorReason?: string;
  readonly errorDetails?: string;
  readonly [member: string]: unknown;
}

/** Client of the provider's contract: sends a new ciphertext with each command, and a given or random idempotency key. */
export class ProviderClient {
  private publicKey: string | undefined;

  constructor(readonly url: string) {}

  async get<T>(path: string, fault?: string): Promise<Answer<T>> {
    return this.send<T>('GET', path, { fault });
  }

  async post<T>(
    path: string,
    body: object,
    { fault, key = randomUUID() }: { fault?: string; key?: string } = {},
  ): Promise<Answer<T>> {
    const sealed = { idempotencyKey: key, entitySecretCiphertext: await this.seal(), ...body };
    return this.send<T>('POST', path, { body: sealed, fault });
  }

  async send<T>(
    method: string,
    path: string,
    { body, fault, apiKey = API_KEY }: { body?: unknown; fault?: string | undefined; apiKey?: string } = {},
  ): Promise<Answer<T>> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(fault !== undefined && { 'x-fault': fault }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? {} : JSON.parse(text)) as Answer<T>['body'],
    };
  }

  /** Encrypts the entity secret, as the official client does. */
  async seal(secret = ENTITY_SECRET): Promise<string> {
    this.publicKey ??= (await this.get<{ publicKey: string }>('/v1/w3s/config/entity/publicKey')).body.data.publicKey;
    const der = Buffer.from(this.publicKey.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    const padded = { key, oaepHash: 'sha256', padding: constants.RSA_PKCS1_OAEP_PADDING };
    return publicEncrypt(padded, Buffer.from(secret, 'hex')).toString('base64');
  }

  async createWallets(count: number, metadata?: readonly { name?: string; refId?: string }[]): Promise<Wallet[]> {
    const set = await this.post<{ walletSet: { id: string } }>('/v1/w3s/developer/walletSets', { name: 'tests' });
    const body = {
      walletSetId: set.body.data.walletSet.id,
      blockchains: [BLOCKCHAIN],
      count,
      ...(metadata && { metadata }),
    };
    return (await this.post<{ wallets: Wallet[] }>('/v1/w3s/developer/wallets', body)).body.data.wallets;
  }

  async drip(address: string, tokens: object = { native: true, usdc: true }): Promise<Answer> {
    return this.send('POST', '/v1/faucet/drips', { body: { address, blockchain: BLOCKCHAIN, ...tokens } });
  }

  execute(
    body: object,
    options: { fault?: string; key?: string } = {},
  ): Promise<Answer<{ id: string; state: string }>> {
    return this.post('/v1/w3s/developer/transactions/contractExecution', { feeLevel: 'MEDIUM', ...body }, options);
  }

  async transaction(id: string): Promise<Tx> {
    return (await this.get<{ transaction: Tx }>(`/v1/w3s/transactions/${id}`)).body.data.transaction;
  }

  /** Polls until the transaction is in one of the states. */
  async until(id: string, ...states: readonly string[]): Promise<Tx> {
    let last = 'nothing';
    for (const deadline = Date.now() + 120_000; Date.now() < deadline; await delay(20)) {
      const transaction = await this.transaction(id);
      if (states.includes(transaction.state)) return transaction;
      last = JSON.stringify(transaction);
    }
    throw new Error(`transaction ${id} did not reach ${states.join(' or ')}; it is ${last}`);
  }
}

const TOKEN = new Interface(['function approve(address, uint256)', 'function transfer(address, uint256)']);

/** Encodes a call of the test token with an amount in base units. */
export function encodeTokenCall(method: 'approve' | 'transfer', to: string, amount: number | bigint): string {
  return TOKEN.encodeFunctionData(method, [to, amount]);
}
