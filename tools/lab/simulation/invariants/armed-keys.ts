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

/** Tracks every armed idempotency key and whether a request under it may still take effect. */
export class ArmedKeys {
  private readonly keys = new Map<string, ArmedKey>();
  private readonly inTransit = new Map<string, number>();
  private provider: ProviderModel | null = null;

  constructor(
    private readonly world: World,
    private readonly ledger: Ledger,
    private readonly confirmations: number,
  ) {}

  watch(provider: ProviderModel): void {
    this.provider = provider;
  }

  /** @returns false when the key was armed before */
  add({ intentId }: ExecutionRow, { idempotencyKey, body, kind, deadlineMs }: StepRow): boolean {
    const key = idempotencyKey ?? '';
    if (this.keys.has(key) || body === null || deadlineMs === null) return false;
    this.keys.set(key, { key, body, intentId, kind, deadlineMs });
    return true;
  }

  bodyOf(key: string): string | undefined {
    return this.keys.get(key)?.body;
  }

  requestInTransit(key: string, change: 1 | -1): void {
    this.inTransit.set(key, (this.inTransit.get(key) ?? 0) + change);
  }

  /** Returns a key of the intent's main step that may still take effect, or null. */
  findEffectiveKey(intentId: string): string | null {
    const all = [...this.keys.values()].filter((one) => one.intentId === intentId && one.kind === 'main');
    return all.find((one) => this.mayTakeEffect(one))?.key ?? null;
  }

  /** Returns a key armed for the same main step after this one, while this one may still take effect, or null. */
  findNewerKey(key: string): string | null {
    const armed = this.keys.get(key);
    if (armed?.kind !== 'main' || this.isExpired(armed)) return null;
    const all = [...this.keys.values()].filter((one) => one.intentId === armed.intentId && one.kind === 'main');
    return all.slice(all.indexOf(armed) + 1)[0]?.key ?? null;
  }

  private mayTakeEffect(armed: ArmedKey): boolean {
    if (this.isExpired(armed)) return false;
    if ((this.inTransit.get(armed.key) ?? 0) > 0) return true;
    const accepted = this.provider?.taken.filter((one) => one.idempotencyKey === armed.key) ?? [];
    return accepted.some(({ hash, ended, isHeld }) =>
      hash === null ? ended === null || isHeld : !this.isSettled(hash),
    );
  }

  /** Whether the deadline has passed for every block not yet confirmed. */
  private isExpired({ deadlineMs }: ArmedKey): boolean {
    const confirmed = this.ledger.blockAt(this.ledger.head.number - this.confirmations + 1);
    return confirmed.timestampS * 1000 > deadlineMs;
  }

  private isSettled(hash: string): boolean {
    const receipt = this.ledger.receipts.get(hash);
    return receipt !== undefined && this.ledger.head.number - receipt.blockNumber + 1 >= this.confirmations;
  }
}
