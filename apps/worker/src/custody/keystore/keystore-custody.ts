import {
  type Fees,
  findSignedTransaction,
  hashOfSigned,
  hashPermit,
  leastFeeWei,
  limitFees,
  parseSignedTransaction,
  type Permit,
  type PermitSignature,
  readSigned,
  renewFees,
  signTransaction,
  splitPermit,
} from '@app/chain';
import {
  type Acceleration,
  Custody,
  type GasRequest,
  type OtherBodies,
  ProviderError,
  type ProviderTransaction,
  type PreparedTransaction,
  type ReadBodies,
  type RenewalReason,
  type TransactionQuery,
  type TransactionRequest,
} from '@app/engine';
import type { Logger } from '@app/observability';
import { createProviderError } from './create-provider-error.js';
import type { Keystore, KeystoreAccount } from './keystore.js';
import { locateTransaction } from './locate-transaction.js';
import type { KeystoreNode } from './keystore-node.js';
import { lowestFree } from './lowest-free.js';
import type { Treasury } from './treasury.js';

export interface KeystoreCustodyDependencies {
  keystore: Pick<Keystore, 'findAccount'>;
  node: Pick<KeystoreNode, Exclude<keyof KeystoreNode, 'callContract'>>;
  treasury: Pick<Treasury, 'topUp' | 'paysGas'>;
  log: Logger;
  chainId: number;
  /** Depth of a block from which it counts as final. */
  confirmations: number;
  /** Highest fee of a unit of gas that is paid. */
  maxFeeWei: bigint;
}

/** Age up to which fees are used for the next transaction. Blocks change them by at most an eighth each, within the headroom. */
const MAX_FEES_AGE_MS = 1_000;

type Sender = Pick<TransactionRequest, 'providerWalletId' | 'walletAddress'>;

/**
 * Signs with the keystore's keys and sends through the chain's node. The body is the signed raw transaction, so every send
 * repeats it to the byte and its hash is known before the first.
 */
export class KeystoreCustody extends Custody {
  constructor(private readonly dependencies: KeystoreCustodyDependencies) {
    super();
  }

  async prepare(request: TransactionRequest, { inFlight, readMined }: OtherBodies): Promise<PreparedTransaction> {
    const { node, chainId, maxFeeWei } = this.dependencies;
    const account = this.findAccount(request);
    if (account === null) throw createProviderError('prepare_transaction', 'permanent', 'wallet_unknown');
    const { walletAddress: from, contractAddress: to, callData: data } = request;
    const [count, nextNonce, present, balanceWei, gas, mined] = await Promise.all([
      node.transactionCount(from, 'latest'),
      node.transactionCount(from, 'pending'),
      this.presentFees(MAX_FEES_AGE_MS),
      node.balanceWei(from),
      this.estimateGas({ from, to, data }, inFlight.length > 0 ? 'pending' : 'latest'),
      readMined(),
    ]);
    // A node behind the others names a nonce that a block has used.
    const floor = Math.max(count, ...mined.map((body) => readSigned(body).nonce + 1));
    const others = inFlight.map(readSigned);
    const nonce = lowestFree(
      floor,
      others.map((other) => other.nonce),
    );
    // The node lacks what is in flight, so its pending block does not show what this transaction meets.
    if (nextNonce < nonce && others.length > 0)
      throw createProviderError('prepare_transaction', 'retryable', 'pending_behind');
    // The pool holds a transaction of an execution that ended. It blocks the wallet, so this one replaces it.
    const wanted = nextNonce > nonce ? renewFees(present, { present, against: 'other' }) : present;
    const fees = limitFees(wanted, maxFeeWei);
    const gasLimit = withMargin(gas);
    // A node refuses a transaction whose sender cannot pay for all that its pool holds of it.
    const requiredWei = gasLimit * fees.maxFeeWei + sumCosts(others, count);
    if (balanceWei < requiredWei) {
      const isComing = await this.topUpGas({ ...request, requiredWei });
      const failureClass = isComing ? 'retryable' : 'funds';
      throw createProviderError('prepare_transaction', failureClass, 'insufficient_funds', 'with_more_gas');
    }
    const { raw, hash } = signTransaction(account, { chainId, nonce, to, data, valueWei: 0n, gasLimit, fees });
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
      splitPermit(signed.data).callData === request.callData &&
      signed.valueWei === 0n
    );
  }

  override readonly signsPermits: boolean = true;

  override signPermit({ providerWalletId }: Pick<Sender, 'providerWalletId'>, permit: Permit): PermitSignature | null {
    const account = this.dependencies.keystore.findAccount(providerWalletId);
    if (account === null || account.address.toLowerCase() !== permit.owner.toLowerCase()) return null;
    const { v, r, s } = account.signingKey.sign(hashPermit(permit));
    return { v, r, s };
  }

  async submit(body: string): Promise<{ transactionId: string }> {
    const { node, log } = this.dependencies;
    const hash = hashOfSigned(body);
    const outcome = await node.sendRaw(body);
    // An outbid transaction counts as sent: it stays unmined, so it is replaced at a higher fee.
    if (outcome === 'accepted' || outcome === 'outbid' || (await node.knows(hash))) return { transactionId: hash };
    log.warn({ event: 'custody.transaction_not_taken', outcome, transactionHash: hash });
    const operation = 'submit_transaction';
    if (outcome === 'nonce_used') throw createProviderError(operation, 'permanent', outcome, 'with_new_body');
    const failureClass = outcome === 'insufficient_funds' ? 'funds' : 'retryable';
    throw createProviderError(operation, failureClass, outcome, 'with_more_gas');
  }

  async find(query: TransactionQuery & { transactionId: string }): Promise<ProviderTransaction | null> {
    return locateTransaction(this.dependencies, query, query.transactionId);
  }

  /** Leaves out a transaction whose nonce another one in the pool has: it may never have been sent. */
  async listByRef(query: TransactionQuery): Promise<ProviderTransaction[]> {
    const found = await locateTransaction(this.dependencies, query);
    return found === null || found.state === 'stuck' ? [] : [found];
  }

  /** Signs the same nonce and call at the fee of this moment. Gas that the wallet lacks for it is requested before. */
  override async renew(
    { providerWalletId, body }: TransactionQuery,
    reason: RenewalReason,
    inFlight: readonly string[],
  ): Promise<{ body: string; hash: string } | null> {
    const { node, maxFeeWei } = this.dependencies;
    const armed = parseSignedTransaction(body);
    const wallet = { providerWalletId, walletAddress: armed.from };
    const account = this.findAccount(wallet);
    if (account === null) throw createProviderError('renew_transaction', 'permanent', 'wallet_unknown');
    const [isHeld, count, nextNonce, present, balanceWei] = await Promise.all([
      node.knows(armed.hash),
      node.transactionCount(armed.from, 'latest'),
      node.transactionCount(armed.from, 'pending'),
      this.presentFees(),
      node.balanceWei(armed.from),
    ]);
    if (isHeld && reason !== 'unmined') return null;
    const inPool = isHeld ? 'own' : nextNonce > armed.nonce ? 'other' : null;
    const against = inPool ?? (reason === 'refused' ? 'refused' : 'none');
    const wanted = limitFees(renewFees(armed.fees, { present, against }), maxFeeWei);
    const othersWei = sumCosts(inFlight.map(readSigned), count);
    const costWei = ({ maxFeeWei: feeWei }: Fees): bigint => armed.gasLimit * feeWei + othersWei;
    const canPay = (fees: Fees): boolean => balanceWei >= costWei(fees);
    if (!canPay(wanted)) await this.topUpGas({ ...wallet, requiredWei: costWei(wanted) });
    // A transaction that no pool has may also pay less than before.
    const affordable = inPool === null ? limitFees(present, maxFeeWei) : armed.fees;
    const fees = canPay(wanted) ? wanted : affordable;
    if (!canPay(fees)) return null;
    const { raw, hash } = signTransaction(account, { ...armed, fees });
    return hash === armed.hash ? null : { body: raw, hash };
  }

  /** Sends the renewed body. */
  async accelerate({ body }: Acceleration): Promise<{ transactionId: string }> {
    return this.submit(body);
  }

  override async sendEarlier(
    { walletAddress, inFlight }: { walletAddress: string; inFlight: readonly string[] },
    readSent: ReadBodies,
  ): Promise<void> {
    const { node } = this.dependencies;
    const first = await node.transactionCount(walletAddress, 'latest');
    const end = inFlight.length === 0 ? Infinity : Math.max(...inFlight.map((body) => readSigned(body).nonce));
    // Of bodies of one nonce the last armed is the one that blocks had, or that later ones follow.
    const byNonce = new Map<number, string>();
    for (const body of await readSent()) {
      const { nonce } = readSigned(body);
      if (nonce >= first && nonce < end && !byNonce.has(nonce)) byNonce.set(nonce, body);
    }
    for (const [, body] of [...byNonce].sort(([one], [other]) => one - other)) await node.sendRaw(body);
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
    await this.dependencies.node.presentFees();
  }

  private findAccount({ providerWalletId, walletAddress }: Sender): KeystoreAccount | null {
    const account = this.dependencies.keystore.findAccount(providerWalletId);
    return account?.address.toLowerCase() === walletAddress ? account : null;
  }

  /**
   * The engine has simulated the call, so a revert comes from a node behind the block of the simulation, or the state has
   * changed since. The next attempt simulates again and finds the cause.
   */
  private async estimateGas(
    call: { from: string; to: string; data: string },
    tag: 'latest' | 'pending',
  ): Promise<bigint> {
    try {
      return await this.dependencies.node.estimateGas({ ...call, valueWei: 0n }, tag);
    } catch (error) {
      const isReverted = error instanceof ProviderError && error.failure.class === 'permanent';
      throw isReverted ? createProviderError('prepare_transaction', 'retryable', 'estimate_reverted') : error;
    }
  }

  /** Says so when the chain asks for more than is paid: transactions then wait until it falls. */
  private async presentFees(maxAgeMs?: number): Promise<Fees> {
    const { node, log, maxFeeWei } = this.dependencies;
    const present = await node.presentFees(maxAgeMs);
    if (leastFeeWei(present) > maxFeeWei) log.warn({ event: 'custody.fee_above_maximum' });
    return present;
  }
}

/** Maximum cost of those that no block has. */
function sumCosts(others: readonly ReturnType<typeof readSigned>[], mined: number): bigint {
  return others.filter(({ nonce }) => nonce >= mined).reduce((sum, { costWei }) => sum + costWei, 0n);
}

/** Adds a third: an earlier transaction in the block can raise the cost of a call. */
function withMargin(gas: bigint): bigint {
  return (gas * 4n) / 3n;
}
