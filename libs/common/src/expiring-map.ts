import type { Clock } from './clock.js';

/** Maximum number of entries. A full map is emptied, so that strangers' keys cannot fill the memory. */
const MAX_ENTRIES = 10_000;

/** Short-lived copies of rows by key. */
export class ExpiringMap<Value> {
  private readonly entries = new Map<string, { value: Value; expiresAtMs: number }>();

  constructor(private readonly clock: Clock) {}

  /** Returns undefined for a missing or expired entry. */
  get(key: string): Value | undefined {
    const entry = this.entries.get(key);
    return entry !== undefined && entry.expiresAtMs > this.clock.nowMs() ? entry.value : undefined;
  }

  set(key: string, value: Value, expiresAtMs: number): void {
    if (this.entries.size >= MAX_ENTRIES) this.entries.clear();
    this.entries.set(key, { value, expiresAtMs });
  }
}
