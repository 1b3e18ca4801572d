// The dashboard and the alert rules name only metrics and labels that the code has, use them as what they are, and leave
// none of ours out, and every alert leads to a runbook that is there. `npm run check -- observability`; another folder
// than deploy/observability may be given.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { build } from './build.mjs';
import { anchorsOf } from './headings.mjs';
import { GROWTH, readPromql } from './promql.mjs';

await build();
const { METRIC_CATALOGUE, Metrics } = await import('../dist/libs/observability/src/index.js');
const root = path.resolve(import.meta.dirname, '..');
const folder = process.argv[2] ?? path.join(root, 'deploy/observability');
/** Labels that Prometheus adds to every series of a process. */
const ADDED = ['instance', 'job'];

const known = await knownMetrics();
const dashboard = JSON.parse(readFileSync(path.join(folder, 'grafana-dashboard.json'), 'utf8'));
const { groups } = parse(readFileSync(path.join(folder, 'alerts.yml'), 'utf8'));
const drills = readFileSync(path.join(folder, 'alerts.test.yml'), 'utf8');
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const rules = groups.flatMap((group) => group.rules);
const used = new Set();
const problems = [
  ...panels.flatMap(panelProblems),
  ...rules.flatMap(ruleProblems),
  ...twice(dashboard.panels.map(({ id }) => id)).map((id) => `two panels have the id ${id}`),
  ...twice(rules.map(({ alert }) => alert)).map((alert) => `two alerts are called ${alert}`),
  ...Object.keys(METRIC_CATALOGUE)
    .filter((name) => !used.has(name))
    .map((name) => `${name} is neither on the dashboard nor in an alert`),
];
for (const problem of problems) console.error(`[observability] ${problem}`);
if (problems.length > 0) process.exit(1);
console.log(`[observability] ${panels.length} panels and ${rules.length} alerts name ${used.size} metrics that exist`);

function panelProblems({ title, description, targets = [], gridPos, fieldConfig }) {
  const where = `panel ${title}`;
  return [
    ...(targets.length === 0 ? [`${where}: shows nothing`] : []),
    ...(description ? [] : [`${where}: has no description`]),
    ...(fieldConfig?.defaults?.unit ? [] : [`${where}: has no unit`]),
    ...(gridPos.x + gridPos.w > 24 ? [`${where}: is wider than the page`] : []),
    ...targets.flatMap(({ expr }) => expressionProblems(expr, where)),
  ];
}

function ruleProblems({ alert, expr, labels, annotations }) {
  const where = `alert ${alert}`;
  return [
    ...(['page', 'ticket'].includes(labels?.severity) ? [] : [`${where}: its severity is neither page nor ticket`]),
    ...(annotations?.summary && annotations?.description
      ? []
      : [`${where}: does not say what is wrong and what to do`]),
    ...(drills.includes(`{alertname="${alert}"}`) ? [] : [`${where}: alerts.test.yml never has it fire`]),
    ...runbookProblems(alert, annotations?.runbook_url).map((problem) => `${where}: ${problem}`),
    ...expressionProblems(expr, where),
  ];
}

/** The page is there, has the heading that is meant, and speaks of the alert. */
function runbookProblems(alert, url = '') {
  const [file, anchor] = url.split('#');
  if (!/^docs\/runbooks\/[\w-]+\.md$/.test(file)) return ['it leads to no runbook'];
  if (!existsSync(path.join(root, file))) return [`there is no ${file}`];
  const text = readFileSync(path.join(root, file), 'utf8');
  return [
    ...(anchor === undefined || anchorsOf(text).has(anchor) ? [] : [`${file} has no heading #${anchor}`]),
    ...(text.includes(`\`${alert}\``) ? [] : [`${file} does not speak of it`]),
  ];
}

function expressionProblems(expression, where) {
  const { metrics, grouped, problems } = readPromql(expression);
  const labels = new Set([...ADDED, ...metrics.flatMap(({ name }) => known.get(name)?.labels ?? [])]);
  return [
    ...problems,
    ...(metrics.length === 0 ? ['it names no metric'] : []),
    ...metrics.flatMap(metricProblems),
    ...grouped.filter((label) => !labels.has(label)).map((label) => `no metric of it has the label ${label}`),
  ].map((problem) => `${where}: ${problem}`);
}

function metricProblems({ name, matchers, within, ranged }) {
  const metric = known.get(name);
  if (metric === undefined) return [`there is no metric ${name}`];
  used.add(metric.of);
  const grows = within.some((call) => GROWTH.has(call));
  return [
    ...(metric.grows && !(grows && ranged) ? [`${name} only grows: take its rate`] : []),
    ...(!metric.grows && grows ? [`${name} is a gauge and has no rate`] : []),
    ...matchers.flatMap(({ label, operator, value }) => {
      if (ADDED.includes(label)) return [];
      if (!metric.labels.includes(label)) return [`${name} has no label ${label}`];
      const values = metric.values[label];
      if (!Array.isArray(values)) return [];
      const said = operator.endsWith('~') ? value.split('|') : [value];
      return said.filter((word) => !values.includes(word)).map((word) => `${name} is never ${label} ${word}`);
    }),
  ];
}

/** By the names under which series appear. */
async function knownMetrics() {
  /** @type {Record<string, { kind: string, labels?: Record<string, number | readonly string[]> }>} */
  const catalogue = METRIC_CATALOGUE;
  const found = new Map();
  for (const [name, { kind, labels = {} }] of Object.entries(catalogue)) {
    const own = { of: name, labels: Object.keys(labels), values: labels, grows: kind !== 'gauge' };
    if (kind !== 'histogram') found.set(name, own);
    else {
      for (const end of ['_sum', '_count']) found.set(name + end, own);
      found.set(`${name}_bucket`, { ...own, labels: [...own.labels, 'le'] });
    }
  }
  // What the runtime adds by itself has no labels that are of use here.
  for (const [, name, kind] of (await Metrics.on().text()).matchAll(/^# TYPE (\S+) (\w+)$/gm)) {
    if (!Object.hasOwn(METRIC_CATALOGUE, name))
      found.set(name, { of: name, labels: [], values: {}, grows: kind === 'counter' });
  }
  return found;
}

function twice(values) {
  return values.filter((value, index) => values.indexOf(value) !== index);
}
