import { type Fault, parseFaults } from './fault-catalogue.js';
import { seededRandom } from '../../seeded-random.js';

export interface FaultTarget {
  readonly operation: string;
  readonly walletId?: string;
  readonly transactionId?: string;
  readonly refId?: string;
  /** `true` or `false`: whether the idempotency key was accepted before. */
  readonly isRepeat?: string;
}

export type FaultMatch = Partial<FaultTarget>;

export interface FaultRuleRequest {
  /** All given facts must be equal. An empty match applies to every request. */
  readonly match: FaultMatch;
  readonly fault: string;
  /** Maximum number of times that it fires; unlimited if absent. */
  readonly times?: number;
  /** Probability of firing on a matching request, 0 to 1. The draws are reproducible by `seed`. */
  readonly probability?: number;
  readonly seed?: number;
}

interface FaultRule {
  readonly id: number;
  readonly request: FaultRuleRequest;
  readonly faults: readonly Fault[];
  readonly random: () => number;
  matched: number;
  fired: number;
}

export interface FaultRuleReport extends FaultRuleRequest {
  readonly id: number;
  readonly matched: number;
  readonly fired: number;
}

/** Fault rules of the control routes, kept in memory. */
export class FaultRules {
  private rules: FaultRule[] = [];
  private lastId = 0;

  /** @throws FaultSpecError */
  add(request: FaultRuleRequest): FaultRuleReport {
    const rule = {
      id: ++this.lastId,
      request,
      faults: parseFaults(request.fault),
      random: seededRandom(request.seed ?? 1),
      matched: 0,
      fired: 0,
    };
    this.rules.push(rule);
    return report(rule);
  }

  list(): FaultRuleReport[] {
    return this.rules.map(report);
  }

  clear(): void {
    this.rules = [];
  }

  /** Returns the faults of a request, those of its header first, and counts the rules that fire. */
  take(facts: FaultTarget, header: string | undefined): Fault[] {
    const faults = header === undefined ? [] : parseFaults(header);
    for (const rule of this.rules) if (fires(rule, facts)) faults.push(...rule.faults);
    return faults;
  }
}

function fires(rule: FaultRule, facts: FaultTarget): boolean {
  const { match, probability = 1, times = Infinity } = rule.request;
  if (!matches(match, facts) || rule.fired >= times) return false;
  rule.matched += 1;
  if (rule.random() >= probability) return false;
  rule.fired += 1;
  return true;
}

function matches(match: FaultMatch, facts: FaultTarget): boolean {
  const found: Readonly<Record<string, string | undefined>> = { ...facts };
  return Object.entries(match).every(([name, value]) => found[name] === value);
}

function report({ id, request, matched, fired }: FaultRule): FaultRuleReport {
  return { id, ...request, matched, fired };
}
