import {
  feesAt,
  findSignedTransaction,
  hashOfSigned,
  parseSignedTransaction,
  type SignedTransaction,
  signTransaction,
} from '@app/chain';
import {
  type Acceleration,
  Custody,
  type GasRequest,
  ProviderError,
  type ProviderTransaction,
  type PreparedTransaction,
  type TransactionQuery,
  type TransactionRequest,
} from '@app/engine';
import { raiseFees } from './raise-fees.js';
import { createProviderError } from './create-provider-error.js';
import type { Keystore, KeystoreAccount } from './keystore.js';
import type { KeystoreNode } from './keystore-node.js';
import type { Treasury } from './treasury.js';

export interface KeystoreCustodyDependencies {
  keystore: Keystore;
  node: KeystoreNode;
  treasury: Treasury;
  chainId: number;
}

type Sender = Pick<TransactionRequest, 'providerWalletId' | 'walletAddress'>;

/**
 * Signs with the keystore's keys and sends through the chain's node. The body is the signed raw transaction, so every send
 * repeats it to the byte and its hash is known before the first.
 */
export class KeystoreCustody extends Custody {
  constructor(private readonly dependencies: KeystoreCustodyDependencies) {
    super();
  }

  async prepare(request: TransactionRequest): Promise<PreparedTransaction> {
    const { node, chainId } = this.dependencies;
    const account = this.findAccount(request);
    if (account === null) throw createProviderError('prepare_transaction', 'permanent', 'wallet_unknown');
    const { walletAddress: from, contractAddress: to, callData: data } = request;
    const [nonce, nextNonce, baseFeeWei, gas] = await Promise.all([
      node.transactionCount(from, 'latest'),
      node.transactionCount(from, 'pending'),
      node.baseFeeWei(),
      this.estimateGas({ from, to, data }),
    ]);
    // The pool holds a transaction of an execution that ended. It blocks the wallet, so this one replaces it.
    const fees = raiseFees(feesAt(baseFeeWei), nextNonce > nonce ? 1 : 0);
    const unsigned = { chainId, nonce, to, data, valueWei: 0n, gasLimit: withMargin(gas), fees };
    const { raw, hash } = signTransaction(account, unsigned);
    return { body: raw, hash };
  }

  isBodyFor(body: string, request: TransactionRequest): boolean {
    const signed = findSignedTransaction(body);
    return (
      signed !== null &&
      this.findAccount(request) !== null &&
      signed.from === request.walletAddress &&
      signed.chainId === this.dependencies.chainId &&
      signed.to === request.contractAddress.toLowerCase() &&
      signed.data === request.callData &&
      signed.valueWei === 0n
    );
  }

  async submit(body: string): Promise<{ transactionId: string }> {
    return this.send('submit_transaction', { raw: body, hash: hashOfSigned(body) });
  }

  async find({
    transactionId,
    refId,
    body,
  }: TransactionQuery & { transactionId: string }): Promise<ProviderTransaction> {
    const { node } = this.dependencies;
    for (const hash of new Set([transactionId, hashOfSigned(body)])) {
      const succeeded = await node.succeeded(hash);
      if (succeeded !== null) return mined({ hash, refId, succeeded });
    }
    const transaction = { id: transactionId, transactionHash: transactionId, errorReason: null, refId };
    if (await node.knows(transactionId)) return { ...transaction, state: 'sent' };
    // The node has lost it, and a replacement brings it back; or another transaction took its nonce.
    const { from, nonce } = parseSignedTransaction(body);
    const isReplaceable = (await node.transactionCount(from, 'latest')) <= nonce;
    return { ...transaction, state: isReplaceable ? 'stuck' : 'failed' };
  }

  async listByRef({ refId, body }: TransactionQuery): Promise<ProviderTransaction[]> {
    const { node } = this.dependencies;
    const hash = hashOfSigned(body);
    const succeeded = await node.succeeded(hash);
    if (succeeded !== null) return [mined({ hash, refId, succeeded })];
    if (!(await node.knows(hash))) return [];
    return [{ id: hash, transactionHash: hash, state: 'sent', errorReason: null, refId }];
  }

  /** Signs the same nonce and call at a fee that only body and attempt determine, so a repeat sends the same bytes. */
  async accelerate({ providerWalletId, body, attempt }: Acceleration): Promise<{ transactionId: string }> {
    const operation = 'accelerate_transaction';
    const armed = parseSignedTransaction(body);
    const account = this.findAccount({ providerWalletId, walletAddress: armed.from });
    if (account === null) throw createProviderError(operation, 'permanent', 'wallet_unknown');
    return this.send(operation, signTransaction(account, { ...armed, fees: raiseFees(armed.fees, attempt) }));
  }

  /** The address comes from a row that the API writes, so the treasury pays only accounts of the keystore. */
  async topUpGas({ requiredWei, ...wallet }: GasRequest): Promise<boolean> {
    return this.findAccount(wallet) !== null && this.dependencies.treasury.topUp(wallet.walletAddress, requiredWei);
  }

  override async paysGas(): Promise<boolean> {
    return this.dependencies.treasury.paysGas();
  }

  /** No service checks credentials: the keystore was opened at the start. */
  async probe(): Promise<void> {
    await this.dependencies.node.baseFeeWei();
  }

  private findAccount({ providerWalletId, walletAddress }: Sender): KeystoreAccount | null {
    const account = this.dependencies.keystore.findAccount(providerWalletId);
    return account?.address.toLowerCase() === walletAddress ? account : null;
  }

  /**
   * The engine has simulated the call, so a revert comes from a node behind the block of the simulation, or the state has
   * changed since. The next attempt simulates again and finds the cause.
   */
  private async estimateGas(call: { from: string; to: string; data: string }): Promise<bigint> {
    try {
      return await this.dependencies.node.estimateGas({ ...call, valueWei: 0n });
    } catch (error) {
      const isReverted = error instanceof ProviderError && error.failure.class === 'permanent';
      throw isReverted ? createProviderError('prepare_transaction', 'retryable', 'estimate_reverted') : error;
    }
  }

  private async send(
    operation: string,
    { raw, hash }: Pick<SignedTransaction, 'raw' | 'hash'>,
  ): Promise<{ transactionId: string }> {
    const { node } = this.dependencies;
    const outcome = await node.sendRaw(raw);
    // An outbid transaction counts as sent: it stays unmined, so it is replaced at a higher fee. So does one not taken.
    const isReplaceable = outcome === 'outbid' || outcome === 'not_taken';
    if (outcome === 'accepted' || isReplaceable || (await node.knows(hash))) return { transactionId: hash };
    if (outcome === 'insufficient_funds') throw createProviderError(operation, 'funds', outcome);
    throw createProviderError(operation, 'permanent', outcome, 'with_new_body');
  }
}

/** Adds a third: an earlier transaction in the block can raise the cost of a call. */
function withMargin(gas: bigint): bigint {
  return (gas * 4n) / 3n;
}

function mined({ hash, refId, succeeded }: { hash: string; refId: string; succeeded: boolean }): ProviderTransaction {
  return {
    id: hash,
    transactionHash: hash,
    state: succeeded ? 'complete' : 'failed',
    errorReason: succeeded ? null : 'FAILED_ON_CHAIN',
    refId,
  };
}
