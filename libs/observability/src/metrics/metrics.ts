import {
  collectDefaultMetrics,
  Counter,
  type CounterConfiguration,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  Registry,
} from 'prom-client';
import { PRODUCT_VERSION } from '@app/config';
import { LabelGuard } from './label-guard.js';
import { type LabelsOf, METRIC_CATALOGUE, type MetricOf, type MetricSpec } from './metric-catalogue.js';

interface Instrument<Kind> {
  readonly guard: LabelGuard;
  readonly metric: Kind;
}

/** The process's metrics, named by the catalogue. When off, every call is accepted and nothing is stored. */
export class Metrics {
  readonly contentType: string;
  private readonly registry = new Registry();
  private readonly counters = new Map<string, Instrument<Counter>>();
  private readonly gauges = new Map<string, Instrument<Gauge>>();
  private readonly histograms = new Map<string, Instrument<Histogram>>();
  private readonly collectors: (() => void | Promise<void>)[] = [];

  private constructor() {
    this.contentType = this.registry.contentType;
  }

  /** Includes the version and the runtime's metrics: memory, CPU, event loop, garbage collection. */
  static on(): Metrics {
    const metrics = new Metrics();
    for (const [name, spec] of Object.entries(METRIC_CATALOGUE)) metrics.register(name, spec);
    collectDefaultMetrics({ register: metrics.registry });
    metrics.set('presage_build_info', { version: PRODUCT_VERSION }, 1);
    return metrics;
  }

  static off(): Metrics {
    return new Metrics();
  }

  count<Name extends MetricOf<'counter'>>(name: Name, labels: LabelsOf<Name>): void {
    const counter = this.counters.get(name);
    if (counter !== undefined) counter.metric.inc(counter.guard.bounded(labels));
  }

  observe<Name extends MetricOf<'histogram'>>(name: Name, labels: LabelsOf<Name>, seconds: number): void {
    const histogram = this.histograms.get(name);
    if (histogram !== undefined) histogram.metric.observe(histogram.guard.bounded(labels), seconds);
  }

  set<Name extends MetricOf<'gauge'>>(name: Name, labels: LabelsOf<Name>, value: number): void {
    const gauge = this.gauges.get(name);
    if (gauge !== undefined) gauge.metric.set(gauge.guard.bounded(labels), value);
  }

  /** Registers a function that updates gauges before each scrape. It must be quick and must not reject. */
  onScrape(collect: () => void | Promise<void>): void {
    this.collectors.push(collect);
  }

  /** All metrics in the Prometheus text format. */
  async text(): Promise<string> {
    await Promise.all(this.collectors.map(async (collect) => collect()));
    return this.registry.metrics();
  }

  private register(name: string, { kind, help, labels = {}, buckets }: MetricSpec): void {
    const options = { name, help, labelNames: Object.keys(labels), registers: [this.registry] };
    const guard = new LabelGuard(labels);
    if (kind === 'counter') this.counters.set(name, { guard, metric: counterFromZero(options, guard) });
    else if (kind === 'gauge') this.gauges.set(name, { guard, metric: gaugeWithoutValue(options) });
    else
      this.histograms.set(name, {
        guard,
        metric: new Histogram({ ...options, ...(buckets && { buckets: [...buckets] }) }),
      });
  }
}

/** Exposes the series that are known beforehand: `increase` does not see the event with which a series begins. */
function counterFromZero(options: CounterConfiguration<string>, guard: LabelGuard): Counter {
  const counter = new Counter(options);
  for (const labels of guard.combinations()) counter.inc(labels, 0);
  return counter;
}

/** prom-client starts a gauge without labels at 0, in processes that never set it too. `absent` needs it to be missing there. */
function gaugeWithoutValue(options: GaugeConfiguration<string>): Gauge {
  const gauge = new Gauge(options);
  if (options.labelNames?.length === 0) gauge.remove();
  return gauge;
}
