import { encodeMint, feesAt, findSignedTransaction, signTransaction, type UnsignedTransaction } from '@app/chain';
import type { Logger } from '@app/observability';
import type { Database } from '@app/persistence';
import { raiseFees } from './raise-fees.js';
import { createProviderError } from './create-provider-error.js';
import type { Keystore } from './keystore.js';
import type { KeystoreNode } from './keystore-node.js';
import { type TreasuryTransfer, TreasuryTransfersRepository } from './treasury-transfers.repository.js';

export interface TreasuryDependencies {
  keystore: Keystore;
  node: KeystoreNode;
  database: Database;
  log: Logger;
  chainId: number;
  collateralAddress: string;
  /** Amount of one gas transfer; null when the treasury pays no gas. */
  topUpWei: bigint | null;
  /** Amount of one faucet grant; null when there is no faucet. */
  faucetBaseUnits: bigint | null;
}

interface Transfer extends Pick<TreasuryTransfer, 'recipient' | 'purpose'> {
  to: string;
  data: string;
  valueWei: bigint;
}

type Costs = Pick<UnsignedTransaction, 'gasLimit' | 'fees'>;

/** Attempts to get a nonce that no other worker takes at the same time. */
const MAX_NONCE_ATTEMPTS = 10;
/** Multiple of the current fee up to which an overdue transfer is raised. */
const MAX_FEE_MULTIPLE = 8n;

/**
 * The keystore's first account. It pays gas for wallets and mints test tokens. A transfer is stored before it is sent, and
 * is repeated until a block holds it.
 */
export class Treasury {
  private readonly transfers: TreasuryTransfersRepository;
  /** Settles when the last queued turn of this process ends. */
  private lastTurn: Promise<unknown> = Promise.resolve();

  constructor(private readonly dependencies: TreasuryDependencies) {
    this.transfers = new TreasuryTransfersRepository(dependencies.database);
  }

  /** Starts a gas transfer, unless one to this wallet is under way. @returns false when no gas will come */
  async topUp(recipient: string, requiredWei: bigint): Promise<boolean> {
    const { topUpWei } = this.dependencies;
    if (topUpWei === null) return false;
    const valueWei = topUpWei < requiredWei ? requiredWei : topUpWei;
    return this.transfer({ recipient, purpose: 'gas', to: recipient, data: '0x', valueWei });
  }

  /** Whether the treasury pays gas and can pay for a transfer. */
  async paysGas(): Promise<boolean> {
    const { topUpWei, node } = this.dependencies;
    return topUpWei !== null && (await node.balanceWei(this.address)) > topUpWei;
  }

  /** Starts a mint of test tokens. @throws ProviderError when there is no faucet, or the treasury may not mint */
  async grant(recipient: string): Promise<void> {
    const { collateralAddress, faucetBaseUnits } = this.dependencies;
    if (faucetBaseUnits === null) throw createProviderError('request_faucet', 'permanent', 'no_faucet');
    const { callData: data } = encodeMint(recipient, faucetBaseUnits);
    const isUnderWay = await this.transfer({ recipient, purpose: 'faucet', to: collateralAddress, data, valueWei: 0n });
    if (!isUnderWay) throw createProviderError('request_faucet', 'permanent', 'tank_empty');
  }

  /** Sends overdue transfers again: a node may have lost them, and each holds back those of higher nonces. */
  async repeatOverdue(): Promise<void> {
    if (!(await this.transfers.isEmpty())) await this.listOpen(await this.minedCount());
  }

  private async transfer(transfer: Transfer): Promise<boolean> {
    for (let attempt = 0; attempt < MAX_NONCE_ATTEMPTS; attempt += 1) {
      const mined = await this.minedCount();
      if (isUnderWay(transfer, await this.listOpen(mined))) return true;
      const costs = await this.estimateCosts(transfer);
      const stored = await this.inTurn(() => this.store(transfer, mined, costs));
      if (stored === 'under_way') return true;
      if (stored !== 'nonce_taken') return this.send(stored.raw);
    }
    throw createProviderError('fund_wallet', 'retryable', 'nonce_taken');
  }

  /** Signs and stores the transfer under the lowest free nonce, unless an earlier caller's turn has started the same one. */
  private async store(
    transfer: Transfer,
    mined: number,
    costs: Costs,
  ): Promise<TreasuryTransfer | 'under_way' | 'nonce_taken'> {
    const { recipient, purpose } = transfer;
    const open = await this.transfers.list(mined);
    if (isUnderWay(transfer, open)) return 'under_way';
    const nonce = lowestFree(mined, open);
    const stored = { nonce, recipient, purpose, raw: this.sign(transfer, nonce, costs) };
    return (await this.transfers.add(stored)) ? stored : 'nonce_taken';
  }

  /** Runs the work after that of earlier callers in this process, so that only other workers take the same nonce. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.lastTurn.then(work);
    this.lastTurn = turn.catch(() => undefined); // its caller handles the error
    return turn;
  }

  /** Transfers that no block holds, after the overdue ones were raised. */
  private async listOpen(mined: number): Promise<TreasuryTransfer[]> {
    await this.transfers.removeMined(mined);
    const open = await this.transfers.list(mined);
    for (const { raw, isOverdue } of open) if (isOverdue) await this.raise(raw);
    return open;
  }

  private async raise(raw: string): Promise<void> {
    const { node, keystore, chainId, log } = this.dependencies;
    const overdue = findSignedTransaction(raw);
    // The row is not sealed: only a transfer that the treasury has signed before is signed at another fee.
    if (overdue?.from !== this.address || overdue.chainId !== chainId) {
      log.error({ event: 'custody.tank_transfer_foreign' });
      return this.transfers.remove(raw);
    }
    const maxFeeWei = feesAt(await node.baseFeeWei()).maxFeeWei * MAX_FEE_MULTIPLE;
    const raised = raiseFees(overdue.fees, 1);
    const fees = raised.maxFeeWei <= maxFeeWei ? raised : overdue.fees;
    const { raw: to } = signTransaction(keystore.treasury, { ...overdue, fees });
    if (await this.transfers.replace({ from: raw, to })) await this.send(to);
  }

  private async estimateCosts({ to, data, valueWei }: Transfer): Promise<Costs> {
    const { node } = this.dependencies;
    const [baseFeeWei, gasLimit] = await Promise.all([
      node.baseFeeWei(),
      node.estimateGas({ from: this.address, to, data, valueWei }),
    ]);
    return { gasLimit, fees: feesAt(baseFeeWei) };
  }

  private sign({ to, data, valueWei }: Transfer, nonce: number, costs: Costs): string {
    const { keystore, chainId } = this.dependencies;
    return signTransaction(keystore.treasury, { chainId, nonce, to, data, valueWei, ...costs }).raw;
  }

  /** @returns false when the treasury cannot pay; the transfer is dropped then */
  private async send(raw: string): Promise<boolean> {
    const outcome = await this.dependencies.node.sendRaw(raw);
    if (outcome !== 'insufficient_funds') return true;
    await this.transfers.remove(raw);
    this.dependencies.log.error({ event: 'custody.tank_empty' });
    return false;
  }

  private async minedCount(): Promise<number> {
    return this.dependencies.node.transactionCount(this.address, 'latest');
  }

  private get address(): string {
    return this.dependencies.keystore.treasury.address.toLowerCase();
  }
}

function isUnderWay({ recipient, purpose }: Transfer, open: readonly TreasuryTransfer[]): boolean {
  return open.some((each) => each.recipient === recipient && each.purpose === purpose);
}

/** Lowest nonce that no transfer has: a gap would stop all later ones. */
function lowestFree(mined: number, open: readonly TreasuryTransfer[]): number {
  const taken = new Set(open.map(({ nonce }) => nonce));
  let nonce = mined;
  while (taken.has(nonce)) nonce += 1;
  return nonce;
}
