import { METRIC_CATALOGUE, Metrics } from '@app/observability';

export interface KnownMetric {
  /** Name in the catalogue, without the suffixes of a histogram's series. */
  readonly catalogueName: string;
  readonly labels: readonly string[];
  /** Allowed values by label, where the catalogue lists them. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly isCounter: boolean;
}

interface Definition {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  /** Allowed values of a label, or their maximum number. */
  readonly labels?: Readonly<Record<string, number | readonly string[]>>;
}

/** Lists the series that a process exposes, by series name: those of the catalogue and those of the Node runtime. */
export async function knownSeries(): Promise<Map<string, KnownMetric>> {
  const known = new Map<string, KnownMetric>();
  const catalogue: Readonly<Record<string, Definition>> = METRIC_CATALOGUE;
  for (const [name, { kind, labels = {} }] of Object.entries(catalogue)) {
    const metric = { catalogueName: name, labels: Object.keys(labels), values: listedValues(labels) };
    if (kind !== 'histogram') known.set(name, { ...metric, isCounter: kind === 'counter' });
    else {
      for (const suffix of ['_sum', '_count']) known.set(name + suffix, { ...metric, isCounter: true });
      known.set(`${name}_bucket`, { ...metric, labels: [...metric.labels, 'le'], isCounter: true });
    }
  }
  for (const [, name = '', kind] of (await Metrics.on().text()).matchAll(/^# TYPE (\S+) (\w+)$/gm)) {
    if (Object.hasOwn(METRIC_CATALOGUE, name)) continue;
    known.set(name, { catalogueName: name, labels: [], values: {}, isCounter: kind === 'counter' });
  }
  return known;
}

function listedValues(labels: NonNullable<Definition['labels']>): Record<string, readonly string[]> {
  const listed: Record<string, readonly string[]> = {};
  for (const [label, values] of Object.entries(labels)) if (typeof values !== 'number') listed[label] = values;
  return listed;
}
