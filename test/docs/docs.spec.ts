import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { PORT_SETTINGS } from '../e2e/support/free-port-settings.js';
import { COMMANDS } from '../../apps/ops/src/commands/index.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const RUNBOOKS = readdirSync(path.join(ROOT, 'docs/runbooks')).filter((file) => file !== 'README.md');

interface Rule {
  alert: string;
  annotations: { runbook_url: string };
}
const rules = ['alerts', 'alerts-exporters'].flatMap((name) => {
  const { groups } = parse(read(`deploy/observability/${name}.yml`)) as { groups: { rules: Rule[] }[] };
  return groups.flatMap((group) => group.rules);
});

describe('the runbooks', () => {
  it.each(RUNBOOKS)('%s names existing tests', (file) => {
    const [, tests = ''] = read(`docs/runbooks/${file}`).split(/\*\*Tested by\*\*/);
    const files = [...tests.matchAll(/`([\w./-]+\.ts)`/g)].map(([, name = '']) => name);
    expect(files).not.toEqual([]);
    const sources = files.map(read).join('\n');
    for (const [, name = ''] of tests.matchAll(/"([^"]+)"/g)) expect(sources).toContain(name.replace(/…$/, ''));
  });

  it('are listed in their index, and each is linked by an alert', () => {
    const index = read('docs/runbooks/README.md');
    for (const file of RUNBOOKS) expect(index).toContain(`(${file})`);
    const linked = new Set(rules.map(({ annotations }) => annotations.runbook_url.split('#')[0]));
    // Conditions that no metric shows.
    const withoutAlert = ['agent-compromised', 'leaked-key'].map((name) => `docs/runbooks/${name}.md`);
    expect([...linked, ...withoutAlert].sort()).toEqual(RUNBOOKS.map((file) => `docs/runbooks/${file}`).sort());
  });

  it.each(RUNBOOKS)('%s names existing alerts', (file) => {
    const alerts = new Set(rules.map(({ alert }) => alert));
    for (const [alert] of read(`docs/runbooks/${file}`).matchAll(/\bPresage[A-Z]\w+/g)) expect(alerts).toContain(alert);
  });
});

describe('the documents', () => {
  const inFolder = readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
  const files = [
    'README.md',
    ...inFolder.filter((file) => file.endsWith('.md')).map((file) => path.join('docs', file)),
  ];

  it('name existing operator commands', () => {
    const names = ['help', ...COMMANDS.map(({ name }) => name)];
    const commands = files.flatMap((file) => [
      ...read(file).matchAll(/(?:npm run ops --|run --rm ops) ([a-z][\w ]*)/g),
    ]);
    expect(commands.length).toBeGreaterThan(20);
    const unknown = commands.filter(([, words = '']) => !names.some((name) => `${words} `.startsWith(`${name} `)));
    expect(unknown).toEqual([]);
  });

  it('set every port of a second instance, and a folder outside of the first one', () => {
    const [command = ''] = /^PRESAGE_DATA_DIR=.* npm start$/m.exec(read('docs/configuration.md')) ?? [];
    for (const name of PORT_SETTINGS) expect(command).toContain(` ${name}=`);
    expect(command).not.toContain('=.data/');
  });

  it('describe every operator command', () => {
    const guide = read('docs/operators.md');
    for (const { name } of COMMANDS) expect(guide).toContain(`\`${name}`);
  });

  it('name every table and library in the architecture page', () => {
    const map = read('docs/architecture.md');
    const migrations = readdirSync(path.join(ROOT, 'migrations')).filter((file) => file.endsWith('.ts'));
    const made = migrations.flatMap((file) => [
      ...read(`migrations/${file}`).matchAll(/CREATE (?:UNLOGGED )?TABLE (\w+)/g),
    ]);
    const tables = made.map(([, table = '']) => table);
    expect(tables.length).toBeGreaterThan(20);
    const names = [...tables, ...readdirSync(path.join(ROOT, 'libs'))];
    expect(names.filter((name) => !map.includes(`\`${name}\``))).toEqual([]);
  });

  it('list the libraries in the order that the boundaries enforce', () => {
    const [, layers = ''] = /const LAYERS = \[([^\]]+)\]/.exec(read('.dependency-cruiser.cjs')) ?? [];
    const enforced = [...layers.matchAll(/'([^']+)'/g)].map(([, library]) => library);
    const [, map = ''] = read('docs/architecture.md').split('\n## Libraries\n');
    const stated = [...(map.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, library]) => library);
    expect(enforced.length).toBeGreaterThan(10);
    expect(stated).toEqual(enforced);
  });

  it('are all linked from their index', () => {
    const index = read('docs/README.md');
    for (const file of readdirSync(path.join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))) {
      if (file !== 'README.md') expect(index).toContain(`(${file}`);
    }
  });
});

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}
