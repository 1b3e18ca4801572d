import {
  encodeMint,
  type Fees,
  findSignedTransaction,
  leastFeeWei,
  limitFees,
  renewFees,
  signTransaction,
  type UnsignedTransaction,
} from '@app/chain';
import { Faucet, ProviderError } from '@app/engine';
import { errorFields, type Logger, type Metrics } from '@app/observability';
import { createProviderError } from './create-provider-error.js';
import type { Keystore } from './keystore.js';
import type { KeystoreNode } from './keystore-node.js';
import { lowestFree } from './lowest-free.js';
import type { SendOutcome } from './node-texts.js';
import type {
  TransferBody,
  TransferKey,
  TreasuryTransfer,
  TreasuryTransfersRepository,
} from './treasury-transfers.repository.js';

export interface TreasuryDependencies {
  keystore: Keystore;
  node: KeystoreNode;
  transfers: TreasuryTransfersRepository;
  log: Logger;
  metrics: Metrics;
  chainId: number;
  collateralAddress: string;
  /** Amount of one gas transfer; null when the treasury pays no gas. */
  topUpWei: bigint | null;
  /** Maximum cost of the gas transfers to one account within 24 hours; null for no limit. */
  accountDayWei: bigint | null;
  /** Highest fee of a unit of gas that is paid. */
  maxFeeWei: bigint;
  /** Amount of one faucet grant; null when there is no faucet. */
  faucetBaseUnits: bigint | null;
}

interface Transfer extends Omit<TransferKey, 'ordinal'> {
  to: string;
  data: string;
  valueWei: bigint;
  /** Native balance with which the recipient needs no transfer; null for tokens. */
  requiredWei: bigint | null;
}

/** Chain state that a new transfer is signed for. */
interface Seen extends Pick<UnsignedTransaction, 'gasLimit' | 'fees'> {
  mined: number;
  fundsWei: bigint;
  ordinal: number;
}

type Refusal = 'custody.tank_empty' | 'custody.account_gas_limit_reached';

/** Attempts to get a nonce that no other worker takes at the same time. */
const MAX_NONCE_ATTEMPTS = 10;
/** Multiple of the current fee up to which an overdue transfer is raised. */
const MAX_FEE_MULTIPLE = 8n;
/** Depth of a block that no reorganisation takes back. */
const CONFIRMATIONS = 12;

/**
 * The keystore's first account. It pays gas for wallets and mints test tokens. A transfer is stored before it is sent, and
 * is repeated until a block holds it. Its nonce is signed for no other transfer, whatever a node answers, because some node
 * may hold an earlier body.
 */
export class Treasury extends Faucet {
  /** Settles when the last queued turn of this process ends. */
  private lastTurn: Promise<unknown> = Promise.resolve();

  constructor(private readonly dependencies: TreasuryDependencies) {
    super();
  }

  /** Starts a gas transfer, unless one to this wallet is under way. @returns false when no gas will come */
  async topUp(recipient: string, requiredWei: bigint): Promise<boolean> {
    const { topUpWei } = this.dependencies;
    if (topUpWei === null) return false;
    const valueWei = topUpWei < requiredWei ? requiredWei : topUpWei;
    return this.transfer({ recipient, purpose: 'gas', to: recipient, data: '0x', valueWei, requiredWei });
  }

  /** Whether the treasury pays gas and can pay for a transfer. */
  async paysGas(): Promise<boolean> {
    const { topUpWei, node, metrics } = this.dependencies;
    if (topUpWei === null) return false;
    const fundsWei = await node.balanceWei(this.address);
    metrics.set('presage_tank_transfers', {}, Number(fundsWei / topUpWei));
    return fundsWei > topUpWei;
  }

  /** Starts a mint of test tokens. @throws ProviderError when there is no faucet, or the treasury may not mint */
  async requestFunds(recipient: string): Promise<void> {
    const { collateralAddress: to, faucetBaseUnits } = this.dependencies;
    if (faucetBaseUnits === null) throw createProviderError('request_faucet', 'permanent', 'no_faucet');
    const { callData: data } = encodeMint(recipient, faucetBaseUnits);
    const isUnderWay = await this.transfer({ recipient, purpose: 'faucet', to, data, valueWei: 0n, requiredWei: null });
    if (!isUnderWay) throw createProviderError('request_faucet', 'permanent', 'tank_empty');
  }

  /** Sends overdue transfers again: a node may have lost them, and each holds back those of higher nonces. */
  async repeatOverdue(): Promise<void> {
    const { transfers } = this.dependencies;
    for (const overdue of await transfers.listOverdue()) await this.repeat(overdue);
    await transfers.removeOld();
  }

  private async transfer(transfer: Transfer): Promise<boolean> {
    const { transfers, node, maxFeeWei } = this.dependencies;
    const { recipient, to, data, valueWei, requiredWei } = transfer;
    for (let attempt = 0; attempt < MAX_NONCE_ATTEMPTS; attempt += 1) {
      const newest = await transfers.findNewest(transfer);
      const [mined, fundsWei, heldWei, present, ...receipts] = await Promise.all([
        node.transactionCount(this.address, 'latest'),
        node.balanceWei(this.address),
        node.balanceWei(recipient),
        node.presentFees(),
        ...(newest?.hashes ?? []).map((hash) => node.succeeded(hash)),
      ]);
      // Without a receipt the newest transfer is still to come, or this node is behind and so may be the one that the caller read.
      if (newest !== null && receipts.every((receipt) => receipt === null)) return true;
      if (requiredWei !== null && heldWei >= requiredWei) return true;
      if (leastFeeWei(present) > maxFeeWei) throw createProviderError('fund_wallet', 'retryable', 'fee_above_maximum');
      if (fundsWei < valueWei) return this.refuse('custody.tank_empty');
      const gasLimit = await node.estimateGas({ from: this.address, to, data, valueWei });
      const fees = limitFees(present, maxFeeWei);
      const seen = { mined, fundsWei, gasLimit, fees, ordinal: (newest?.ordinal ?? 0) + 1 };
      const body = await this.inTurn(() => this.store(transfer, seen));
      if (body === null) continue;
      if (typeof body === 'string') return this.refuse(body);
      await this.send(body.raw);
      return true;
    }
    throw createProviderError('fund_wallet', 'retryable', 'nonce_taken');
  }

  /**
   * Signs and stores the transfer under the lowest free nonce.
   * @returns null when another worker has taken the nonce, or another caller has started the same transfer
   */
  private async store(transfer: Transfer, seen: Seen): Promise<TransferBody | Refusal | null> {
    const { transfers, accountDayWei } = this.dependencies;
    const { taken, owedWei, spentWei } = await transfers.readLedger(transfer.recipient, seen.mined);
    const body = this.sign({ ...transfer, ...seen, nonce: lowestFree(seen.mined, taken) });
    if (BigInt(owedWei) + body.costWei > seen.fundsWei) return 'custody.tank_empty';
    const isLimited = transfer.purpose === 'gas' && accountDayWei !== null;
    if (isLimited && BigInt(spentWei) + body.costWei > accountDayWei) return 'custody.account_gas_limit_reached';
    return (await transfers.add({ ...transfer, ordinal: seen.ordinal }, body)) ? body : null;
  }

  /** Runs the work after that of earlier callers in this process, so that only other workers take the same nonce. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.lastTurn.then(work);
    this.lastTurn = turn.catch(() => undefined); // its caller handles the error
    return turn;
  }

  /** Sends the transfer again, under another nonce if another transaction has used its own. */
  private async repeat(overdue: TreasuryTransfer): Promise<void> {
    const { node, transfers, chainId, log } = this.dependencies;
    const { raw, hashes } = overdue;
    const signed = findSignedTransaction(raw);
    // The row is not sealed: only a transfer that the treasury has signed before is signed again.
    if (signed?.from !== this.address || signed.chainId !== chainId || !hashes.includes(signed.hash)) {
      log.error({ event: 'custody.tank_transfer_foreign' });
      return transfers.remove(raw);
    }
    const { nonce } = signed;
    const isUsed = (await node.confirmedCount(this.address, CONFIRMATIONS)) > nonce;
    const [mined, present, ...receipts] = await Promise.all([
      node.transactionCount(this.address, 'latest'),
      node.presentFees(),
      ...hashes.map((hash) => node.succeeded(hash)),
    ]);
    if (receipts.some((receipt) => receipt !== null)) return transfers.markMined(raw, { isConfirmed: isUsed });
    // The nonce was used lately, or the node that knows no receipt is behind.
    if (mined > nonce !== isUsed) return;
    const { taken } = await transfers.readLedger(overdue.recipient, mined);
    const fees = isUsed ? present : this.raise(signed.fees, present);
    const body = this.sign({ ...signed, nonce: isUsed ? lowestFree(mined, taken) : nonce, fees });
    if (!(await transfers.replace(raw, body)) || (await this.send(body.raw)) !== 'insufficient_funds') return;
    // A node may hold the cheaper body, or may have lost it.
    if (!isUsed && (await transfers.replace(body.raw, this.sign(signed)))) await this.send(raw);
  }

  /** Raises the fees to the present ones, at least to twice the last. Never above a multiple of the present ones. */
  private raise(fees: Fees, present: Fees): Fees {
    const raised = renewFees(fees, { present, against: 'other' });
    const limits = [present.maxFeeWei * MAX_FEE_MULTIPLE, this.dependencies.maxFeeWei];
    return limits.every((wei) => raised.maxFeeWei <= wei) ? raised : fees;
  }

  private sign(unsigned: Omit<UnsignedTransaction, 'chainId'>): TransferBody {
    const { keystore, chainId } = this.dependencies;
    const { nonce, to, data, valueWei, gasLimit, fees } = unsigned;
    const signed = signTransaction(keystore.treasury, { chainId, nonce, to, data, valueWei, gasLimit, fees });
    return { ...signed, nonce, costWei: valueWei + gasLimit * fees.maxFeeWei };
  }

  /** An unanswered send is one whose outcome the next look at the chain shows. */
  private async send(raw: string): Promise<SendOutcome | 'unanswered'> {
    const { node, log } = this.dependencies;
    try {
      const outcome = await node.sendRaw(raw);
      if (outcome === 'insufficient_funds') log.error({ event: 'custody.tank_empty' });
      return outcome;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ event: 'custody.tank_transfer_unanswered', ...errorFields(error) });
      return 'unanswered';
    }
  }

  private refuse(event: Refusal): false {
    this.dependencies.log.error({ event });
    return false;
  }

  private get address(): string {
    return this.dependencies.keystore.treasury.address.toLowerCase();
  }
}
