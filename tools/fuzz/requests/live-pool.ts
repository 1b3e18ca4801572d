import type { Random } from '../../support/random.js';

const KEPT = 48;

/** What the product has given out so far, by kind, so that requests reach what exists. */
export type LiveKind =
  | 'market'
  | 'chain market'
  | 'user'
  | 'agent'
  | 'spared agent'
  | 'wallet'
  | 'contract'
  | 'intent'
  | 'preview'
  | 'confirmed'
  | 'onboarding'
  | 'cursor'
  | 'collateral';

/** The last of each kind. */
export class LivePool {
  readonly #kept = new Map<LiveKind, string[]>();

  add(kind: LiveKind, value: unknown): void {
    if (typeof value !== 'string') return;
    const values = this.#kept.get(kind) ?? [];
    if (values.includes(value)) return;
    values.push(value);
    if (values.length > KEPT) values.shift();
    this.#kept.set(kind, values);
  }

  /** One of the kind, a young one rather than an old one; what stands in for it while there is none. */
  pick(kind: LiveKind, random: Random, otherwise: string): string {
    const values = this.#kept.get(kind) ?? [];
    return values[values.length - 1 - Math.floor(random.next() ** 2 * values.length)] ?? otherwise;
  }

  /** Takes everything that a successful answer names. */
  harvest(body: unknown): void {
    if (Array.isArray(body)) for (const item of body) this.harvest(item);
    else if (typeof body === 'object' && body !== null) this.#harvestObject({ ...body });
  }

  #harvestObject(fields: Readonly<Record<string, unknown>>): void {
    if (typeof fields.closes_at === 'string') this.add(fields.onchain ? 'chain market' : 'market', fields.id);
    this.add('intent', fields.intent_id);
    if (fields.status === 'preview' || fields.status === 'confirmed') this.add(fields.status, fields.intent_id);
    this.add('onboarding', fields.onboarding_id);
    this.add('cursor', fields.next_cursor);
    this.add('wallet', fields.agent_wallet_address);
    if (typeof fields.execution_id === 'string') this.add('contract', fields.market_contract_address);
    for (const value of Object.values(fields)) if (typeof value === 'object') this.harvest(value);
  }
}
