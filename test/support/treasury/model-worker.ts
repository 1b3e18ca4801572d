import { HDNodeWallet, Mnemonic } from 'ethers/wallet';
import { type Fees, feesAt } from '@app/chain';
import { Logger, Metrics } from '@app/observability';
import { createProviderError } from '../../../apps/worker/src/custody/keystore/create-provider-error.js';
import type { Keystore } from '../../../apps/worker/src/custody/keystore/keystore.js';
import type { KeystoreNode } from '../../../apps/worker/src/custody/keystore/keystore-node.js';
import { Treasury } from '../../../apps/worker/src/custody/keystore/treasury.js';
import type {
  TransferBody,
  TransferKey,
  TreasuryTransfer,
  TreasuryTransfersRepository,
} from '../../../apps/worker/src/custody/keystore/treasury-transfers.repository.js';
import type { Random } from '../../../tools/support/random.js';
import { balanceOf, type ChainModel, decodeSent, fundsOf, type ModelReplica, transactionsOf } from './chain-model.js';

/** Not far above the gas of the transfer, so that a raise can be too dear. */
export const TOP_UP_WEI = 10n ** 14n;
export const REQUIRED_WEI = TOP_UP_WEI / 2n;
const COLLATERAL = `0x${'c'.repeat(40)}`;
const OVERDUE_AFTER_S = 30;
const { address, signingKey } = HDNodeWallet.fromMnemonic(Mnemonic.fromEntropy(`0x${'07'.repeat(16)}`));
type Signature = ReturnType<typeof signingKey.sign>;
const signatures = new Map<string, Signature>();
/** Signs equal digests once: all sequences sign much the same. */
const treasuryAccount = {
  address,
  signingKey: {
    sign: (digest: string): Signature => {
      const signature = signatures.get(digest) ?? signingKey.sign(digest);
      signatures.set(digest, signature);
      return signature;
    },
  },
};
const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });

/** A worker's process ended in the middle of its work. */
export class WorkerKilled extends Error {}

export interface Faults {
  chain: ChainModel;
  random: Random;
  /** False once the faults are over. */
  isOn: boolean;
}

type Row = TreasuryTransfer & { costWei: bigint; isMined: boolean; updatedAtS: number };
export type Transfers = Pick<TreasuryTransfersRepository, keyof TreasuryTransfersRepository>;

/** The table of transfers, with the rules of its statements. */
export class ModelTransfers implements Transfers {
  nowS = 0;
  protected rows: Row[] = [];

  listOverdue(): Promise<TreasuryTransfer[]> {
    const overdue = this.rows.filter(({ isMined, updatedAtS }) => !isMined && updatedAtS < this.nowS - OVERDUE_AFTER_S);
    return Promise.resolve(overdue.map((row) => ({ ...row })).sort((one, other) => one.nonce - other.nonce));
  }

  findNewest({ recipient, purpose }: Omit<TransferKey, 'ordinal'>): Promise<TreasuryTransfer | null> {
    const [newest] = this.rows
      .filter((row) => row.recipient === recipient && row.purpose === purpose)
      .sort((one, other) => other.ordinal - one.ordinal);
    return Promise.resolve(newest === undefined ? null : { ...newest });
  }

  readLedger(of: string, nonce: number) {
    const open = this.rows.filter((row) => row.nonce >= nonce);
    const spent = this.rows.filter(({ purpose, recipient }) => purpose === 'gas' && recipient === of);
    return Promise.resolve({
      taken: open.map((row) => row.nonce),
      owedWei: String(sum(open.map(({ costWei }) => costWei))),
      spentWei: String(sum(spent.map(({ costWei }) => costWei))),
    });
  }

  add(key: TransferKey, { nonce, raw, hash, costWei }: TransferBody): Promise<boolean> {
    const { recipient, purpose, ordinal } = key;
    const isAdded = this.rows.some(
      (row) => row.recipient === recipient && row.purpose === purpose && row.ordinal === ordinal,
    );
    if (isAdded || this.rows.some((row) => row.nonce === nonce)) return Promise.resolve(false);
    const row = { recipient, purpose, ordinal, nonce, raw, hashes: [hash], costWei };
    this.rows.push({ ...row, isMined: false, updatedAtS: this.nowS });
    return Promise.resolve(true);
  }

  replace(raw: string, to: TransferBody): Promise<boolean> {
    const row = this.rows.find((each) => each.raw === raw);
    const isTaken = this.rows.some((each) => each.nonce === to.nonce && each.raw !== raw);
    if (row === undefined || isTaken) return Promise.resolve(false);
    const hashes = row.hashes.includes(to.hash) ? row.hashes : [...row.hashes, to.hash];
    Object.assign(row, { nonce: to.nonce, raw: to.raw, costWei: to.costWei, hashes, updatedAtS: this.nowS });
    return Promise.resolve(true);
  }

  markMined(raw: string, { isConfirmed }: { isConfirmed: boolean }): Promise<void> {
    const row = this.rows.find((each) => each.raw === raw);
    if (row !== undefined) Object.assign(row, { isMined: isConfirmed, updatedAtS: this.nowS });
    return Promise.resolve();
  }

  removeOld(): Promise<void> {
    return Promise.resolve();
  }

  remove(raw: string): Promise<void> {
    this.rows = this.rows.filter((row) => row.raw !== raw);
    return Promise.resolve();
  }
}

/** Node behind a balanced address: each batch of calls is answered by one of two nodes. Calls may fail, and workers die in them. */
class ModelNode {
  private replica: ModelReplica | null = null;

  constructor(private readonly faults: Faults) {}

  transactionCount(): Promise<number> {
    return this.answer(this.answering().count);
  }

  async confirmedCount(_address: string, confirmations: number): Promise<number> {
    const head = await this.answer(this.answering().chain.length);
    const { chain } = this.answering();
    const block = Math.max(0, head - confirmations + 1);
    if (block > chain.length) throw createProviderError('eth_getTransactionCount', 'unknown', 'no block');
    return this.answer(transactionsOf(chain.slice(0, block)).length);
  }

  balanceWei(of: string): Promise<bigint> {
    const { chain } = this.answering();
    return this.answer(of === address.toLowerCase() ? fundsOf(chain) : balanceOf(chain, of));
  }

  presentFees(): Promise<Fees> {
    return this.answer(feesAt(this.answering().baseFeeWei));
  }

  succeeded(hash: string): Promise<boolean | null> {
    const isMined = transactionsOf(this.answering().chain).some((each) => each.hash === hash);
    return this.answer(isMined ? true : null);
  }

  estimateGas({ valueWei, data }: { valueWei: bigint; data: string }): Promise<bigint> {
    if (fundsOf(this.answering().chain) < valueWei)
      return Promise.reject(createProviderError('eth_estimateGas', 'unknown', 'insufficient funds for transfer'));
    return this.answer(data === '0x' ? 21_000n : 60_000n);
  }

  async sendRaw(raw: string): Promise<string> {
    await this.answer(null);
    const outcome = this.answering().take(decodeSent(raw));
    return this.answer(outcome);
  }

  private answering(): ModelReplica {
    if (this.replica === null) {
      this.replica = this.faults.random.pick(this.faults.chain.replicas);
      queueMicrotask(() => (this.replica = null));
    }
    return this.replica;
  }

  private async answer<T>(value: T): Promise<T> {
    const { isOn, random, chain } = this.faults;
    await Promise.resolve();
    if (!isOn) return value;
    if (random.chance(0.1)) chain.happen();
    if (random.chance(0.01)) throw new WorkerKilled();
    if (random.chance(0.02)) throw createProviderError('any', 'unknown', 'no_answer');
    return value;
  }
}

export function startTreasury(faults: Faults, transfers: Transfers, accountDayWei: bigint | null): Treasury {
  const keystore = { treasury: treasuryAccount } as unknown as Keystore;
  const node = new ModelNode(faults) as unknown as KeystoreNode;
  return new Treasury({
    ...{
      keystore,
      node,
      log,
      metrics: Metrics.off(),
      transfers: transfers as TreasuryTransfersRepository,
      chainId: 31_337,
      accountDayWei,
    },
    ...{ collateralAddress: COLLATERAL, topUpWei: TOP_UP_WEI, maxFeeWei: 10n ** 18n, faucetBaseUnits: 1_000_000n },
  });
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, each) => total + each, 0n);
}
