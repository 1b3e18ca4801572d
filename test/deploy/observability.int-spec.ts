import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { METRIC_CATALOGUE, Metrics, type MetricSpec } from '@app/observability';
import { TASK_KINDS } from '@app/queue';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Runs the check on the files of a folder. */
function check(folder: string): { passed: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['dist/tools/checks/run-check.js', 'observability', folder],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  return { passed: status === 0, output: stdout + stderr };
}

describe('the check of dashboard and alerts', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'presage-observability-'));
    cpSync(path.join(ROOT, 'deploy/observability'), folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function change(file: string, changes: readonly (readonly [from: string, to: string])[]): void {
    const place = path.join(folder, file);
    const text = readFileSync(place, 'utf8');
    for (const [from] of changes) expect(text).toContain(from);
    writeFileSync(
      place,
      changes.reduce((changed, [from, to]) => changed.replaceAll(from, to), text),
    );
  }

  it('accepts the files of the repository', () => {
    expect(check(folder)).toMatchObject({ passed: true });
  });

  it('name counters that a fresh process has at 0, but for the ones that a first call or request labels', async () => {
    const files = ['alerts.yml', 'grafana-dashboard.json'];
    const rules = files.map((file) => readFileSync(path.join(folder, file), 'utf8')).join();
    const text = await Metrics.on().text();
    const specs: [string, MetricSpec][] = Object.entries(METRIC_CATALOGUE);
    const counters = specs.filter(([name, { kind }]) => kind === 'counter' && rules.includes(name));
    expect(counters.length).toBeGreaterThan(10);
    const absent = counters.filter(([name]) => !new RegExp(`^${name}(\\{.*\\})? 0$`, 'm').test(text));
    expect(absent.map(([name]) => name)).toEqual([
      'presage_http_requests_total',
      'presage_provider_calls_total',
      'presage_chain_calls_total',
    ]);
    for (const kind of TASK_KINDS) expect(text).toContain(`presage_tasks_total{kind="${kind}",outcome="failed"} 0`);
  });

  it('reports every kind of mistake', () => {
    change('alerts.yml', [
      ['max(presage_execution_unknown_age_seconds) > 300', 'max(presage_execution_unknown_age) > 300'],
      ['max(presage_lanes_stopped) == 1', 'max(presage_lanes_stopped == 1'],
      ['max(presage_paused_scopes) > 0', 'rate(presage_paused_scopes[5m]) > 0'],
      ['severity: page', 'severity: whatever'],
      ['outcome="limited"', 'outcome="limitd"'],
      ['docs/runbooks/stuck-unknown.md', 'docs/runbooks/unknown.md'],
      ['other-alerts.md#executions-fail', 'other-alerts.md#failures'],
      ['other-alerts.md#the-provider-answers-429', 'provider-down.md'],
      ['runbook_url: docs/runbooks/postgres-restored.md', 'summary_url: postgres'],
    ]);
    change('alerts.test.yml', [['alertname="PresagePaused"', 'alertname="PresageParsed"']]);
    change('grafana-dashboard.json', [
      ['sum by (status) (rate(presage_http', 'sum by (code) (rate(presage_http'],
      ['sum(rate(presage_executions_accepted_total[$__rate_interval]))', 'sum(presage_executions_accepted_total)'],
      ['max by (kind) (presage_queue_waiting)', 'max(presage_tasks_due{kind=\\"x\\"})'],
    ]);
    const { passed, output } = check(folder);
    expect(passed).toBe(false);
    for (const problem of [
      'alert PresageOutcomeUnknown: unknown metric presage_execution_unknown_age\n',
      'alert PresageLanesStopped: syntax error at',
      'alert PresagePaused: presage_paused_scopes is a gauge: rate and increase do not apply',
      'alert PresageProviderLimits: presage_provider_calls_total has no outcome "limitd"',
      'its severity is neither page nor ticket',
      'alert PresagePaused: never fires in alerts.test.yml',
      'alert PresageOutcomeUnknown: docs/runbooks/unknown.md does not exist',
      'alert PresageExecutionsFailing: docs/runbooks/other-alerts.md has no heading #failures',
      'alert PresageProviderLimits: docs/runbooks/provider-down.md does not name it',
      'alert PresageLanesStopped: has no runbook',
      'panel Requests by status: none of its metrics has the label code',
      'panel Accepted and ended: presage_executions_accepted_total is a counter: use rate or increase',
      'panel Wake-ups waiting: presage_tasks_due has no label kind',
      'presage_queue_waiting is neither on the dashboard nor in an alert',
    ]) {
      expect(output).toContain(problem);
    }
  });
});
