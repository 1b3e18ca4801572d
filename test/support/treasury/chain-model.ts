import { Transaction } from 'ethers/transaction';
import type { Random } from '../../../tools/support/random.js';

/** Transaction of the treasury. */
interface ModelTransaction {
  hash: string;
  nonce: number;
  /** Who is paid, in coins or tokens; null for a transaction that an operator sent. */
  recipient: string | null;
  valueWei: bigint;
  gasLimit: bigint;
  maxFeeWei: bigint;
  priorityFeeWei: bigint;
}

interface Block {
  transactions: readonly ModelTransaction[];
  baseFeeWei: bigint;
  refillsWei: bigint;
  /** Wallets that spend all that they hold. */
  spends: readonly string[];
}

export type ModelOutcome = 'accepted' | 'outbid' | 'not_taken' | 'nonce_used' | 'insufficient_funds';

const GWEI = 10n ** 9n;
/** Blocks by which a node is behind the chain at most. */
const MAX_LAG = 3;
const ADDRESS_IN_CALL = [34, 74] as const;

/** A node: its view of the chain, which may be old or end in a block that was replaced, and its pool. */
export class ModelReplica {
  chain: readonly Block[] = [];
  readonly pool = new Map<number, ModelTransaction>();

  get count(): number {
    return countOf(this.chain);
  }

  get baseFeeWei(): bigint {
    return this.chain.at(-1)?.baseFeeWei ?? GWEI;
  }

  /** By geth's rules. */
  take(sent: ModelTransaction): ModelOutcome {
    const held = this.pool.get(sent.nonce);
    if (held?.hash === sent.hash) return 'accepted';
    if (sent.nonce < this.count) return 'nonce_used';
    if (sent.maxFeeWei < this.baseFeeWei) return 'not_taken';
    const others = [...this.pool.values()].filter(({ nonce }) => nonce !== sent.nonce);
    const owedWei = others.reduce((sum, each) => sum + maxCost(each), maxCost(sent));
    if (owedWei > fundsOf(this.chain)) return 'insufficient_funds';
    if (held !== undefined && sent.maxFeeWei * 10n < held.maxFeeWei * 11n) return 'outbid';
    this.pool.set(sent.nonce, sent);
    return 'accepted';
  }
}

/** A chain of blocks and two nodes with pools of their own, for one sender. */
export class ChainModel {
  readonly replicas = [new ModelReplica(), new ModelReplica()] as const;
  private blocks: Block[] = [];
  private baseFeeWei = GWEI;
  private refillsWei: bigint;
  private spends: string[] = [];
  private isReplaceable = false;

  constructor(private readonly random: Random) {
    this.refillsWei = random.pick([0n, 1n, 2n, 4n, 8n, 20n]) * 10n ** 14n;
    this.mine();
    for (const replica of this.replicas) this.sync(replica, 0);
  }

  get height(): number {
    return this.blocks.length;
  }

  /** What anybody's transactions, blocks and nodes do meanwhile. */
  happen(): void {
    const { random } = this;
    const events = [
      ...Array<() => void>(8).fill(() => this.mine()),
      ...Array<() => void>(5).fill(() => this.sync(random.pick(this.replicas), random.between(0, MAX_LAG))),
      ...Array<() => void>(3).fill(() => this.gossip()),
      () => this.replaceHead(),
      () => this.loseTransaction(),
      () => random.pick(this.replicas).pool.clear(),
      () => (this.baseFeeWei = GWEI * BigInt(random.pick([1, 1, 2, 3, 5]))),
      () => this.refill(BigInt(random.between(1, 30)) * 5n * 10n ** 13n),
    ];
    if (random.chance(0.02)) this.mineOperatorsTransaction();
    random.pick(events)();
  }

  refill(wei: bigint): void {
    this.refillsWei += wei;
  }

  spend(wallet: string): void {
    this.spends.push(wallet);
  }

  /** Ends all faults: the nodes agree, and blocks follow. */
  settle(blocks: number): void {
    this.baseFeeWei = GWEI;
    for (let each = 0; each < blocks; each += 1) {
      this.gossip();
      this.mine();
      for (const replica of this.replicas) this.sync(replica, 0);
    }
  }

  /** Payments to the recipient in blocks that are at least so deep. */
  paymentsTo(recipient: string, depth = 0): number {
    const deep = this.blocks.slice(0, Math.max(0, this.height - depth));
    return transactionsOf(deep).filter((each) => each.recipient === recipient).length;
  }

  private mine(): void {
    const { pool } = this.random.pick(this.replicas);
    const [transactions, baseFeeWei]: [ModelTransaction[], bigint] = [[], this.baseFeeWei];
    let fundsWei = fundsOf(this.blocks) + this.refillsWei;
    for (let nonce = countOf(this.blocks); ; nonce += 1) {
      const next = pool.get(nonce);
      if (next === undefined || next.maxFeeWei < baseFeeWei || maxCost(next) > fundsWei) break;
      fundsWei -= maxCost(next);
      transactions.push(next);
    }
    this.append({ transactions, baseFeeWei, refillsWei: this.refillsWei, spends: this.spends });
    [this.refillsWei, this.spends] = [0n, []];
  }

  private mineOperatorsTransaction(): void {
    const nonce = countOf(this.blocks);
    const free = { valueWei: 0n, gasLimit: 0n, maxFeeWei: 0n, priorityFeeWei: 0n };
    const transactions = [{ ...free, nonce, hash: `operator ${nonce} ${this.height}`, recipient: null }];
    this.append({ transactions, baseFeeWei: this.baseFeeWei, refillsWei: 0n, spends: [] });
    this.isReplaceable = false;
  }

  private append(block: Block): void {
    this.blocks = [...this.blocks, block];
    this.isReplaceable = true;
    for (const replica of this.replicas) {
      if (replica.chain.length < this.height - MAX_LAG) this.sync(replica, MAX_LAG);
    }
  }

  /** Takes the highest block back. Its transactions are in some pools again, or in none. */
  private replaceHead(): void {
    const head = this.blocks.at(-1);
    if (!this.isReplaceable || head === undefined || this.height < 2) return;
    this.blocks = this.blocks.slice(0, -1);
    this.isReplaceable = false;
    this.refillsWei += head.refillsWei;
    this.spends.push(...head.spends);
    for (const { pool } of this.replicas) {
      if (this.random.chance(0.5))
        for (const each of head.transactions) pool.set(each.nonce, pool.get(each.nonce) ?? each);
    }
  }

  private sync(replica: ModelReplica, lag: number): void {
    replica.chain = this.blocks.slice(0, Math.max(1, this.height - lag));
    for (const nonce of replica.pool.keys()) if (nonce < replica.count) replica.pool.delete(nonce);
  }

  private gossip(): void {
    const [one, other] = this.random.shuffle(this.replicas);
    for (const each of [...(one?.pool.values() ?? [])].sort((a, b) => a.nonce - b.nonce)) other?.take(each);
  }

  private loseTransaction(): void {
    const { pool } = this.random.pick(this.replicas);
    if (pool.size > 0) pool.delete(this.random.pick([...pool.keys()]));
  }
}

export function decodeSent(raw: string): ModelTransaction {
  const { hash, nonce, to, data, value, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = Transaction.from(raw);
  const recipient = data === '0x' ? (to ?? '').toLowerCase() : `0x${data.slice(...ADDRESS_IN_CALL)}`;
  const fees = { maxFeeWei: maxFeePerGas ?? 0n, priorityFeeWei: maxPriorityFeePerGas ?? 0n };
  return { hash: hash ?? '', nonce, recipient, valueWei: value, gasLimit, ...fees };
}

export function transactionsOf(chain: readonly Block[]): ModelTransaction[] {
  return chain.flatMap(({ transactions }) => transactions);
}

export function countOf(chain: readonly Block[]): number {
  return transactionsOf(chain).length;
}

/** What the sender holds. */
export function fundsOf(chain: readonly Block[]): bigint {
  return chain.reduce((sum, { transactions, baseFeeWei, refillsWei }) => {
    const paid = transactions.map((each) => {
      const wanted = baseFeeWei + each.priorityFeeWei;
      return each.valueWei + each.gasLimit * (wanted < each.maxFeeWei ? wanted : each.maxFeeWei);
    });
    return paid.reduce((rest, wei) => rest - wei, sum + refillsWei);
  }, 0n);
}

export function balanceOf(chain: readonly Block[], wallet: string): bigint {
  return chain.reduce((sum, { transactions, spends }) => {
    const received = transactions.filter(({ recipient }) => recipient === wallet);
    return received.reduce((rest, { valueWei }) => rest + valueWei, spends.includes(wallet) ? 0n : sum);
  }, 0n);
}

function maxCost({ valueWei, gasLimit, maxFeeWei }: ModelTransaction): bigint {
  return valueWei + gasLimit * maxFeeWei;
}
