// Writes .env.example and docs/configuration.md from the tables of fields in libs/config, the only reader of the
// environment. `--check` compares instead of writing, and fails when a file says something else.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';

await build();
const shared = await import('../dist/libs/config/src/shared.settings.js');
const failpoints = await import('../dist/libs/config/src/failpoints.settings.js');
const api = await import('../dist/libs/config/src/api.settings.js');
const worker = await import('../dist/libs/config/src/worker.settings.js');
const ops = await import('../dist/libs/config/src/ops.settings.js');
const walletProvider = await import('../dist/libs/config/src/wallet-provider.settings.js');
const devnet = await import('../dist/libs/config/src/devnet.settings.js');

const root = path.resolve(import.meta.dirname, '..');
const PROCESSES = {
  API: api.API_FIELDS,
  worker: worker.WORKER_FIELDS,
  migrate: shared.DATABASE_FIELDS,
  ops: ops.OPS_FIELDS,
  'local wallet provider': walletProvider.WALLET_PROVIDER_FIELDS,
  'npm start': devnet.DEVNET_FIELDS,
};
/**
 * What stands commented out in .env.example, required or not: a deployed product has none of it.
 * @typedef {import('../libs/config/src/read-settings.js').Fields} Fields
 * @type {Fields[]}
 */
const NOT_DEPLOYED = [devnet.DEVNET_FIELDS, walletProvider.WALLET_PROVIDER_FIELDS, failpoints.FAILPOINT_FIELDS];
/**
 * In the order in which they are shown; a variable stands in the first section that has it.
 * @type {[title: string, fields: Fields][]}
 */
const SECTIONS = [
  ['Database', shared.DATABASE_FIELDS],
  ['Queue', shared.QUEUE_FIELDS],
  ['Chain and contracts', shared.CHAIN_FIELDS],
  ['Logging and environment', shared.LOG_FIELDS],
  ['Metrics and traces', { ...shared.METRICS_FIELDS, ...shared.TRACE_FIELDS }],
  ['API', api.API_FIELDS],
  ['Worker', worker.WORKER_FIELDS],
  ['npm start: the whole product on one machine', devnet.DEVNET_FIELDS],
  ['Local wallet provider: development and tests only', walletProvider.WALLET_PROVIDER_FIELDS],
  ['Tests', failpoints.FAILPOINT_FIELDS],
];

const OUTPUTS = [
  ['.env.example', renderExample()],
  ['docs/configuration.md', renderReference()],
];
if (process.argv.includes('--check')) check();
else for (const [file, text] of OUTPUTS) writeFileSync(path.join(root, file), text);

function check() {
  const stale = OUTPUTS.filter(
    ([file, text]) => !existsSync(path.join(root, file)) || readFileSync(path.join(root, file), 'utf8') !== text,
  );
  for (const [file] of stale) console.error(`[config] ${file} is not what libs/config says; run npm run config:docs`);
  if (stale.length > 0) process.exit(1);
  console.log(`[config] ${OUTPUTS.map(([file]) => file).join(' and ')} are what libs/config says`);
}

/**
 * Each section with its fields. A variable of the same meaning stands once; one that means more to another process
 * stands there again.
 */
function sections() {
  const listed = new Set();
  const reserved = new Set(Object.keys(failpoints.FAILPOINT_FIELDS));
  return SECTIONS.map(([title, table]) => {
    const own = Object.entries(table).filter(([name, field]) => {
      if (reserved.has(name) && table !== failpoints.FAILPOINT_FIELDS) return false;
      const key = `${name} ${field.doc}`;
      return !listed.has(key) && listed.add(key);
    });
    return { title, fields: own, deployed: !NOT_DEPLOYED.includes(table) };
  });
}

function readersOf(name, { doc }) {
  return Object.entries(PROCESSES)
    .filter(([, table]) => table[name]?.doc === doc)
    .map(([process]) => process);
}

function defaultOf(field) {
  if (field.required) return null;
  const value = field.parse(undefined);
  return value === undefined ? '' : Array.isArray(value) ? value.join(',') : String(value);
}

function renderExample() {
  const seen = new Set();
  const blocks = sections().map(({ title, fields, deployed }) => {
    const entries = fields
      .filter(([name]) => !seen.has(name) && seen.add(name))
      .map(([name, field]) => {
        const assignment = `${name}=${field.sample}`;
        return `# ${field.doc}\n${field.required && deployed ? assignment : `# ${assignment}`}\n`;
      });
    return entries.length === 0 ? '' : `\n## ${title}\n\n${entries.join('\n')}`;
  });
  return [
    '# Generated from libs/config by npm run config:docs. Copy to .env and fill in the lines that are not commented out.\n',
    '# npm start needs no settings. docs/configuration.md lists which process reads which variable.\n',
    ...blocks,
  ].join('');
}

function renderReference() {
  const tables = sections().map(({ title, fields }) => {
    const rows = fields.map(([name, field]) => {
      const fallback = defaultOf(field);
      const shown = fallback === null ? '**required**' : fallback === '' ? '(empty)' : `\`${fallback}\``;
      return `| \`${name}\` | ${readersOf(name, field).join(', ')} | ${field.form} | ${shown} | ${field.doc.replaceAll('<', '&lt;')} |`;
    });
    return `## ${title}\n\n| Variable | Read by | Value | Default | Meaning |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `<!-- Generated from libs/config by npm run config:docs. Do not edit. -->

# Configuration

Every setting is an environment variable. A blank variable counts as absent. A process reads all of its settings at start. If some are invalid, it names each of them, never its value, and exits.
Secrets print as \`[redacted]\` and have no default.

\`npm start\` generates the settings of all its processes and keeps generated secrets in its data folder. Variables in its environment are passed on, except the addresses and credentials that connect its processes.
Anywhere else, copy \`.env.example\` to \`.env\`, fill it in, and start a process with it:

\`\`\`sh
npm run build
node --env-file=.env dist/libs/persistence/src/migrate.js
node --env-file=.env dist/apps/worker/src/main.js
node --env-file=.env dist/apps/api/src/main.js
\`\`\`

${tables.join('\n')}`;
}
