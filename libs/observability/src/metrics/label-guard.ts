import type { LabelRule } from './metric-catalogue.js';

const OTHER = 'other';

/** Bounds the label values of one metric: values beyond a label's rule are counted together as `other`. */
export class LabelGuard {
  private readonly rules: readonly (readonly [label: string, rule: LabelRule, allowed: Set<string>])[];

  constructor(rules: Readonly<Record<string, LabelRule>>) {
    this.rules = Object.entries(rules).map(([label, rule]) => [
      label,
      rule,
      new Set(typeof rule === 'number' ? [] : rule),
    ]);
  }

  /** All combinations of the labels' values; none when a label has no fixed list. */
  combinations(): Record<string, string>[] {
    let combinations: Record<string, string>[] = [{}];
    for (const [label, rule] of this.rules) {
      const values = typeof rule === 'number' ? [] : rule;
      combinations = combinations.flatMap((labels) => values.map((value) => ({ ...labels, [label]: value })));
    }
    return combinations;
  }

  bounded(labels: Readonly<Record<string, string>>): Record<string, string> {
    const bounded: Record<string, string> = {};
    for (const [label, rule, allowed] of this.rules) {
      const value = labels[label] ?? OTHER;
      if (typeof rule === 'number' && allowed.size < rule) allowed.add(value);
      bounded[label] = allowed.has(value) ? value : OTHER;
    }
    return bounded;
  }
}
