import { ACTION_NAMES } from '@app/common';
import { PRODUCT_VERSION } from '@app/config';
import { METRIC_CATALOGUE, type MetricSpec } from './metric-catalogue.js';
import { Metrics } from './metrics.js';

/** Sample lines of one metric. */
async function readSeries(metrics: Metrics, name: string): Promise<string[]> {
  return (await metrics.text()).split('\n').filter((line) => line.startsWith(name));
}

describe('Metrics', () => {
  it('exposes every metric of the catalogue with its type and help', async () => {
    const text = await Metrics.on().text();
    for (const [name, { kind, help }] of Object.entries(METRIC_CATALOGUE)) {
      expect(text).toContain(`# TYPE ${name} ${kind}\n`);
      expect(text).toContain(`# HELP ${name} ${help}\n`);
    }
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
    expect(text).toContain(`presage_build_info{version="${PRODUCT_VERSION}"} 1\n`);
  });

  it('exposes a gauge from its first value on: a process reports only what it measures', async () => {
    const metrics = Metrics.on();
    expect(await readSeries(metrics, 'presage_webhook_oldest_event_age_seconds')).toEqual([]);
    metrics.set('presage_webhook_oldest_event_age_seconds', {}, 0);
    expect(await readSeries(metrics, 'presage_webhook_oldest_event_age_seconds')).toEqual([
      'presage_webhook_oldest_event_age_seconds 0',
    ]);
  });

  it('exposes a counter with fixed labels at 0 before its first event, which an alert would miss otherwise', async () => {
    const metrics = Metrics.on();
    expect(await readSeries(metrics, 'presage_seal_violations_total')).toEqual([
      'presage_seal_violations_total{violation="seal_missing"} 0',
      'presage_seal_violations_total{violation="seal_differs"} 0',
      'presage_seal_violations_total{violation="body_differs"} 0',
    ]);
    expect(await readSeries(metrics, 'presage_executions_reopened_total')).toHaveLength(ACTION_NAMES.length);
    expect(await readSeries(metrics, 'presage_budget_refusals_total')).toHaveLength(8);
    metrics.count('presage_budget_refusals_total', { scope: 'agent', rule: 'daily_limit' });
    const refusals = await readSeries(metrics, 'presage_budget_refusals_total');
    expect(refusals).toHaveLength(8);
    expect(refusals).toContain('presage_budget_refusals_total{scope="agent",rule="daily_limit"} 1');
    expect(await readSeries(metrics, 'presage_provider_calls_total')).toEqual([]);
  });

  it('has no label that Prometheus sets, which would be renamed to exported_…', () => {
    const specs: readonly MetricSpec[] = Object.values(METRIC_CATALOGUE);
    const labels = specs.flatMap((spec) => Object.keys(spec.labels ?? {}));
    expect(labels).not.toContain('job');
    expect(labels).not.toContain('instance');
  });

  it('counts, observes and sets by label', async () => {
    const metrics = Metrics.on();
    metrics.count('presage_http_requests_total', { method: 'GET', route: '/markets/:id', status: '200' });
    metrics.count('presage_http_requests_total', { method: 'GET', route: '/markets/:id', status: '200' });
    metrics.observe('presage_http_request_seconds', { route: '/markets/:id' }, 0.03);
    metrics.set('presage_lanes', { state: 'due' }, 7);
    expect(await readSeries(metrics, 'presage_http_requests_total')).toEqual([
      'presage_http_requests_total{method="GET",route="/markets/:id",status="200"} 2',
    ]);
    expect(await readSeries(metrics, 'presage_http_request_seconds_bucket')).toContain(
      'presage_http_request_seconds_bucket{le="0.05",route="/markets/:id"} 1',
    );
    expect(await readSeries(metrics, 'presage_lanes')).toContain('presage_lanes{state="due"} 7');
  });

  it('bounds the number of series for arbitrary label values', async () => {
    const metrics = Metrics.on();
    for (let index = 0; index < 5_000; index += 1) {
      const strange = `strange-${index}`;
      metrics.count('presage_http_requests_total', { method: strange, route: strange, status: '200' });
      metrics.count('presage_executions_ended_total', { action: strange, outcome: strange });
      metrics.observe('presage_provider_call_seconds', { operation: strange }, 1);
      metrics.set('presage_executions_live', { status: strange }, 1);
    }
    const routes = METRIC_CATALOGUE.presage_http_requests_total.labels.route;
    const requests = await readSeries(metrics, 'presage_http_requests_total');
    expect(requests).toHaveLength(routes + 1);
    expect(requests).toContain(
      `presage_http_requests_total{method="other",route="other",status="200"} ${5_000 - routes}`,
    );
    const { action, outcome } = METRIC_CATALOGUE.presage_executions_ended_total.labels;
    expect(await readSeries(metrics, 'presage_executions_ended_total')).toHaveLength(
      action.length * outcome.length + 1,
    );
    expect(await readSeries(metrics, 'presage_executions_live')).toEqual(['presage_executions_live{status="other"} 1']);
    expect(await readSeries(metrics, 'presage_provider_call_seconds_count')).toHaveLength(
      METRIC_CATALOGUE.presage_provider_call_seconds.labels.operation + 1,
    );
  });

  it('runs collectors at every scrape', async () => {
    const metrics = Metrics.on();
    let scrapes = 0;
    metrics.onScrape(async () => {
      await Promise.resolve();
      metrics.set('presage_lanes_active', {}, (scrapes += 1));
    });
    await metrics.text();
    expect(await readSeries(metrics, 'presage_lanes_active')).toEqual(['presage_lanes_active 2']);
  });

  it('stores nothing when off', async () => {
    const metrics = Metrics.off();
    metrics.count('presage_executions_accepted_total', { action: 'buy_yes' });
    metrics.set('presage_tasks_due', {}, 1);
    expect((await metrics.text()).trim()).toBe('');
  });
});
