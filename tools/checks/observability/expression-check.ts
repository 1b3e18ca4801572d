import type { KnownMetric } from './metrics.js';
import { type LabelMatcher, type MetricUse, parsePromql } from './promql.js';

/** Labels that Prometheus adds to every series of a process. */
const TARGET_LABELS = ['instance', 'job'];

/** Checks PromQL expressions against the known series, and collects the metrics that they use. */
export class ExpressionCheck {
  /** Catalogue names of the metrics in all expressions so far. */
  readonly used = new Set<string>();

  constructor(private readonly known: ReadonlyMap<string, KnownMetric>) {}

  problemsIn(expression: string): string[] {
    const { metrics, groupingLabels, problems } = parsePromql(expression);
    const labels = new Set([...TARGET_LABELS, ...metrics.flatMap(({ name }) => this.known.get(name)?.labels ?? [])]);
    return [
      ...problems,
      ...(metrics.length === 0 ? ['it names no metric'] : []),
      ...metrics.flatMap((metric) => this.metricProblems(metric)),
      ...groupingLabels
        .filter((label) => !labels.has(label))
        .map((label) => `none of its metrics has the label ${label}`),
    ];
  }

  private metricProblems({ name, matchers, hasGrowth }: MetricUse): string[] {
    const metric = this.known.get(name);
    if (metric === undefined) return [`unknown metric ${name}`];
    this.used.add(metric.catalogueName);
    return [
      ...(metric.isCounter && !hasGrowth ? [`${name} is a counter: use rate or increase`] : []),
      ...(!metric.isCounter && hasGrowth ? [`${name} is a gauge: rate and increase do not apply`] : []),
      ...matchers.flatMap((matcher) => matcherProblems(name, metric, matcher)),
    ];
  }
}

function matcherProblems(name: string, metric: KnownMetric, { label, operator, value }: LabelMatcher): string[] {
  if (TARGET_LABELS.includes(label)) return [];
  if (!metric.labels.includes(label)) return [`${name} has no label ${label}`];
  const allowed = metric.values[label];
  if (allowed === undefined) return [];
  const requested = operator.endsWith('~') ? value.split('|') : [value];
  return requested.filter((word) => !allowed.includes(word)).map((word) => `${name} has no ${label} "${word}"`);
}
