import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { METRIC_CATALOGUE } from '@app/observability';
import type { CheckResult } from '../check-result.js';
import { ExpressionCheck } from './expression-check.js';
import { knownSeries } from './metrics.js';
import { runbookProblems } from './runbooks.js';

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly targets?: readonly { readonly expr: string }[];
  readonly gridPos: { readonly x: number; readonly w: number };
  readonly fieldConfig?: { readonly defaults?: { readonly unit?: string } };
}

interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly labels?: { readonly severity?: string };
  readonly annotations?: { readonly summary?: string; readonly description?: string; readonly runbook_url?: string };
}

const DASHBOARD_COLUMNS = 24;

/**
 * Checks the dashboard and the alert rules in `folder`. They name existing metrics and labels, use them by their kind,
 * cover the whole catalogue, and every alert has a tested rule and a runbook.
 */
export async function checkObservability(root: string, folder: string): Promise<CheckResult> {
  const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
  const dashboard: { panels: Panel[] } = JSON.parse(read('grafana-dashboard.json'));
  const alerts: { groups: { rules: AlertRule[] }[] } = parse(read('alerts.yml'));
  const ruleTests = read('alerts.test.yml');
  const panels = dashboard.panels.filter(({ type }) => type !== 'row');
  const rules = alerts.groups.flatMap((group) => group.rules);
  const expressions = new ExpressionCheck(await knownSeries());
  const problems = [
    ...panels.flatMap((panel) => panelProblems(panel, expressions)),
    ...rules.flatMap((rule) => [
      ...ruleProblems(rule, ruleTests),
      ...runbookProblems(root, rule.alert, rule.annotations?.runbook_url).map((one) => `alert ${rule.alert}: ${one}`),
      ...expressions.problemsIn(rule.expr).map((one) => `alert ${rule.alert}: ${one}`),
    ]),
    ...duplicates(dashboard.panels.map(({ id }) => id)).map((id) => `two panels have the id ${id}`),
    ...duplicates(rules.map(({ alert }) => alert)).map((alert) => `two alerts have the name ${alert}`),
  ];
  const unused = Object.keys(METRIC_CATALOGUE).filter((name) => !expressions.used.has(name));
  return {
    problems: [...problems, ...unused.map((name) => `${name} is neither on the dashboard nor in an alert`)],
    summary: `${panels.length} panels and ${rules.length} alerts name ${expressions.used.size} existing metrics`,
  };
}

function panelProblems(panel: Panel, expressions: ExpressionCheck): string[] {
  const { title, description, targets = [], gridPos, fieldConfig } = panel;
  return [
    ...(targets.length === 0 ? ['has no query'] : []),
    ...(description ? [] : ['has no description']),
    ...(fieldConfig?.defaults?.unit ? [] : ['has no unit']),
    ...(gridPos.x + gridPos.w > DASHBOARD_COLUMNS ? ['is wider than the page'] : []),
    ...targets.flatMap(({ expr }) => expressions.problemsIn(expr)),
  ].map((problem) => `panel ${title}: ${problem}`);
}

function ruleProblems({ alert, labels, annotations }: AlertRule, ruleTests: string): string[] {
  return [
    ...(['page', 'ticket'].includes(labels?.severity ?? '') ? [] : ['its severity is neither page nor ticket']),
    ...(annotations?.summary && annotations.description ? [] : ['has no summary or no description']),
    ...(ruleTests.includes(`{alertname="${alert}"}`) ? [] : ['never fires in alerts.test.yml']),
  ].map((problem) => `alert ${alert}: ${problem}`);
}

function duplicates<T>(values: readonly T[]): T[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}
