import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** What the check says of the files in this folder. */
function check(folder: string): { passed: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/check-observability.mjs', folder], {
    cwd: ROOT,
    encoding: 'utf8',
  });
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

  it('passes what is in the repository', () => {
    expect(check(folder)).toMatchObject({ passed: true });
  });

  it('finds every kind of mistake', () => {
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
      ['max by (job) (presage_queue_waiting)', 'max(presage_tasks_due{kind=\\"x\\"})'],
    ]);
    const { passed, output } = check(folder);
    expect(passed).toBe(false);
    for (const problem of [
      'alert PresageOutcomeUnknown: there is no metric presage_execution_unknown_age\n',
      'alert PresageLanesStopped: a bracket is left open',
      'alert PresagePaused: presage_paused_scopes is a gauge and has no rate',
      'alert PresageProviderLimits: presage_provider_calls_total is never outcome limitd',
      'its severity is neither page nor ticket',
      'alert PresagePaused: alerts.test.yml never has it fire',
      'alert PresageOutcomeUnknown: there is no docs/runbooks/unknown.md',
      'alert PresageExecutionsFailing: docs/runbooks/other-alerts.md has no heading #failures',
      'alert PresageProviderLimits: docs/runbooks/provider-down.md does not speak of it',
      'alert PresageLanesStopped: it leads to no runbook',
      'panel Requests by status: no metric of it has the label code',
      'panel Accepted and ended: presage_executions_accepted_total only grows: take its rate',
      'panel Wake-ups waiting: presage_tasks_due has no label kind',
      'presage_queue_waiting is neither on the dashboard nor in an alert',
    ]) {
      expect(output).toContain(problem);
    }
  });
});
