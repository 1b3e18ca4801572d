import type { Random } from '../../../support/random.js';

/** Probability of each fault at each occasion, in a seed that has the fault switched on. */
export const FAULT_RATES = {
  // Processes
  crash_before_call: 0.006,
  crash_after_call: 0.006,
  crash_at_failpoint: 0.01,
  worker_stopped: 0.006,
  all_workers_down: 0.2,
  worker_drained: 0.05,
  call_answered_late: 0.01,
  lease_stolen: 0.004,
  // Database and queue
  database_lost_before: 0.01,
  database_lost_after: 0.01,
  wakeup_lost: 0.6,
  wakeup_repeated: 0.2,
  database_restored: 1,
  // Chain
  rpc_error: 0.04,
  chain_outage: 0.004,
  reorganised: 0.15,
  node_behind: 0.4,
  pending_lacking: 0.3,
  transaction_dropped: 0.4,
  market_ended: 0.01,
  funds_gone: 0.01,
  odds_moved: 0.6,
  // Pool of a keystore's node
  base_fee_raised: 0.02,
  tip_raised: 0.02,
  pool_dropped: 0.1,
  transaction_lost: 0.1,
  nonce_taken: 0.15,
  // Provider: a request
  request_reset: 0.15,
  request_late: 0.15,
  answer_lost: 0.2,
  answer_truncated: 0.15,
  answer_timed_out: 0.15,
  rate_limited: 0.2,
  server_error_before: 0.15,
  server_error_after: 0.15,
  credentials_refused: 0.04,
  refused: 0.12,
  refused_on_resend: 0.3,
  key_refused: 0.3,
  key_forgotten: 0.3,
  // Provider: an accepted transaction
  denied: 0.12,
  cancelled: 0.12,
  failed_before_broadcast: 0.12,
  failed_after_broadcast: 0.15,
  failed_while_pending: 0.15,
  wrong_hash: 0.4,
  stuck: 0.12,
  broadcast_late: 0.12,
  // Provider: a lookup
  state_out_of_order: 0.15,
  state_unknown: 0.15,
  transaction_forgotten: 0.05,
  record_lost: 0.05,
  other_shown: 0.15,
  read_failed: 0.12,
} as const satisfies Record<string, number>;

export type FaultKind = keyof typeof FAULT_RATES;

/** Share of fault kinds switched on per seed. A few frequent kinds reach deeper states than all kinds at once. */
const SHARE_SWITCHED_ON = 0.22;
const OTHER_SHARES: ReadonlyMap<string, number> = new Map([
  ['database_restored', 0.05],
  ['all_workers_down', 0.2],
  ['odds_moved', 0.6],
]);

/** Draws the faults of one seed, until `heal`. */
export class Faults {
  readonly fired = new Map<FaultKind, number>();
  private readonly switchedOn = new Set<FaultKind>();
  private healed = false;

  constructor(private readonly random: Random) {
    for (const kind of faultKinds()) {
      if (random.chance(OTHER_SHARES.get(kind) ?? SHARE_SWITCHED_ON)) this.switchedOn.add(kind);
    }
  }

  get areHealed(): boolean {
    return this.healed;
  }

  /** Switches kinds on that reach deep states only together. */
  switchOn(kinds: readonly FaultKind[]): void {
    for (const kind of kinds) this.switchedOn.add(kind);
  }

  isOn(kind: FaultKind): boolean {
    return this.switchedOn.has(kind) && !this.healed;
  }

  fires(kind: FaultKind): boolean {
    if (!this.isOn(kind) || !this.random.chance(FAULT_RATES[kind])) return false;
    this.fired.set(kind, (this.fired.get(kind) ?? 0) + 1);
    return true;
  }

  heal(): void {
    this.healed = true;
  }
}

export function faultKinds(): FaultKind[] {
  return Object.keys(FAULT_RATES).filter(isFaultKind);
}

function isFaultKind(name: string): name is FaultKind {
  return name in FAULT_RATES;
}
