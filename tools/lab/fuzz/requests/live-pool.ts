import { isRecord } from '@app/common';
import type { Random } from '../../../support/random.js';
import type { FuzzKeys } from '../fuzz-keys.js';

const MAX_PER_KIND = 48;
/** Share of requests with the key that may do everything. The others have a narrow, foreign, broken or no key. */
const FULL_KEY_SHARE = 0.8;

/** Kinds of ids that the product has returned. */
export type LiveKind =
  | 'market'
  | 'chain market'
  | 'user'
  | 'agent'
  | 'protected agent'
  | 'wallet'
  | 'contract'
  | 'intent'
  | 'preview'
  | 'confirmed'
  | 'onboarding'
  | 'cursor'
  | 'collateral';

/** The latest ids of each kind, used by requests to reach existing resources. */
export class LivePool {
  /** Null for a product that is fuzzed without keys. */
  keys: FuzzKeys | null = null;
  private readonly values = new Map<LiveKind, string[]>();

  add(kind: LiveKind, value: unknown): void {
    if (typeof value !== 'string') return;
    const values = this.values.get(kind) ?? [];
    if (values.includes(value)) return;
    values.push(value);
    if (values.length > MAX_PER_KIND) values.shift();
    this.values.set(kind, values);
  }

  /** Returns an id of the kind, more often a recent one, or the fallback while there is none. */
  pick(kind: LiveKind, random: Random, fallback: string): string {
    const values = this.values.get(kind) ?? [];
    return values[values.length - 1 - Math.floor(random.next() ** 2 * values.length)] ?? fallback;
  }

  /** Returns the Authorization header of a request; null for none. */
  pickCredentials(random: Random): string | null {
    if (this.keys === null) return null;
    const [full, ...narrow] = this.keys.own;
    if (random.chance(FULL_KEY_SHARE)) return `Bearer ${full}`;
    const key = random.pick([...narrow, ...this.keys.strangers]);
    return random.pick([
      `Bearer ${key}`,
      `Bearer ${key}`,
      `Bearer ${key.slice(0, -1)}`,
      `Basic ${key}`,
      'Bearer',
      null,
    ]);
  }

  /** Whether the header has a key with the scope `operator`. */
  isOperatorKey(credentials: string): boolean {
    return credentials === `Bearer ${this.keys?.operator}`;
  }

  /** Whether the header has a key of the account that owns the prepared agents. */
  isOwnKey(credentials: string): boolean {
    return this.keys?.own.some((key) => credentials === `Bearer ${key}`) ?? false;
  }

  /** Collects the ids in the body of a successful answer. */
  harvest(body: unknown): void {
    if (Array.isArray(body)) for (const item of body) this.harvest(item);
    else if (isRecord(body)) this.harvestObject(body);
  }

  private harvestObject(fields: Readonly<Record<string, unknown>>): void {
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
