import type { LabelRule } from './metric-catalogue.js';

const OTHER = 'other';

/** Keeps the values of a metric's labels few: what a rule does not allow is counted together as `other`. */
export class LabelGuard {
  private readonly rules: readonly (readonly [label: string, rule: LabelRule, seen: Set<string>])[];

  constructor(rules: Readonly<Record<string, LabelRule>>) {
    this.rules = Object.entries(rules).map(([label, rule]) => [
      label,
      rule,
      new Set(typeof rule === 'number' ? [] : rule),
    ]);
  }

  bounded(labels: Readonly<Record<string, string>>): Record<string, string> {
    const bounded: Record<string, string> = {};
    for (const [label, rule, seen] of this.rules) {
      const value = labels[label] ?? OTHER;
      if (typeof rule === 'number' && seen.size < rule) seen.add(value);
      bounded[label] = seen.has(value) ? value : OTHER;
    }
    return bounded;
  }
}
