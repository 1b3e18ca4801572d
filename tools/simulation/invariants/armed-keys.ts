import type { Ledger } from '../chain/ledger.js';
import type { ExecutionRow, StepRow } from '../memory/rows.js';
import type { ProviderModel } from '../provider/provider-model.js';
import type { World } from '../world/world.js';

interface ArmedKey {
  key: string;
  body: string;
  intentId: string;
  kind: StepRow['kind'];
  deadlineMs: number;
}

/** Every key that was ever armed, and whether anything that was sent under it may still take effect. */
export class ArmedKeys {
  private readonly keys = new Map<string, ArmedKey>();
  private readonly late = new Map<string, number>();
  private provider: ProviderModel | null = null;

  constructor(
    private readonly world: World,
    private readonly ledger: Ledger,
    private readonly confirmations: number,
  ) {}

  watch(provider: ProviderModel): void {
    this.provider = provider;
  }

  /** False when the key was armed before. */
  add({ intentId }: ExecutionRow, { idempotencyKey, body, kind, deadlineMs }: StepRow): boolean {
    const key = idempotencyKey ?? '';
    if (this.keys.has(key) || body === null || deadlineMs === null) return false;
    this.keys.set(key, { key, body, intentId, kind, deadlineMs });
    return true;
  }

  bodyOf(key: string): string | undefined {
    return this.keys.get(key)?.body;
  }

  onItsWay(key: string, change: 1 | -1): void {
    this.late.set(key, (this.late.get(key) ?? 0) + change);
  }

  /** A key of the intent's action that may still take effect; null when none can. */
  livingKeyOf(intentId: string): string | null {
    const all = [...this.keys.values()].filter((one) => one.intentId === intentId && one.kind === 'main');
    return all.find((one) => this.isAlive(one))?.key ?? null;
  }

  /** A key that was armed for the same action after this one, while this one could still be taken. */
  newerThan(key: string): string | null {
    const armed = this.keys.get(key);
    if (armed?.kind !== 'main' || this.isPast(armed)) return null;
    const all = [...this.keys.values()].filter((one) => one.intentId === armed.intentId && one.kind === 'main');
    return all.slice(all.indexOf(armed) + 1)[0]?.key ?? null;
  }

  private isAlive(armed: ArmedKey): boolean {
    if (this.isPast(armed)) return false;
    if ((this.late.get(armed.key) ?? 0) > 0) return true;
    const taken = this.provider?.taken.filter((one) => one.idempotencyKey === armed.key) ?? [];
    return taken.some(({ hash, ended }) => (hash === null ? ended === null : !this.isSettled(hash)));
  }

  /** No block that is still to come takes it. */
  private isPast({ deadlineMs }: ArmedKey): boolean {
    const confirmed = this.ledger.blockAt(this.ledger.head.number - this.confirmations + 1);
    return confirmed.timestampS * 1000 > deadlineMs;
  }

  private isSettled(hash: string): boolean {
    const receipt = this.ledger.receipts.get(hash);
    return receipt !== undefined && this.ledger.head.number - receipt.blockNumber + 1 >= this.confirmations;
  }
}
