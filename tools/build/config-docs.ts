import { readFileSync } from 'node:fs';
import { API_FIELDS } from '../../libs/config/src/api.settings.js';
import { DEVNET_FIELDS } from '../../libs/config/src/devnet.settings.js';
import { FAILPOINT_FIELDS } from '../../libs/config/src/failpoints.settings.js';
import { MIGRATE_FIELDS } from '../../libs/config/src/migrate.settings.js';
import { OPS_FIELDS } from '../../libs/config/src/ops.settings.js';
import type { Fields } from '../../libs/config/src/read-settings.js';
import {
  CHAIN_FIELDS,
  DATABASE_FIELDS,
  LOG_FIELDS,
  METRICS_FIELDS,
  QUEUE_FIELDS,
  TRACE_FIELDS,
} from '../../libs/config/src/shared.settings.js';
import { WALLET_PROVIDER_FIELDS } from '../../libs/config/src/wallet-provider.settings.js';
import { WEBHOOKS_FIELDS } from '../../libs/config/src/webhooks.settings.js';
import { WORKER_FIELDS } from '../../libs/config/src/worker.settings.js';
import { createCommand } from '../support/cli.js';
import { staleFiles, writeGenerated } from './generated-files.js';

type Field = Fields[string];

interface Section {
  readonly title: string;
  readonly fields: readonly (readonly [name: string, field: Field])[];
  /** Whether a deployed product reads these settings. */
  readonly isDeployed: boolean;
}

const PROCESSES: Readonly<Record<string, Fields>> = {
  API: API_FIELDS,
  worker: WORKER_FIELDS,
  webhooks: WEBHOOKS_FIELDS,
  migrate: MIGRATE_FIELDS,
  ops: OPS_FIELDS,
  'local wallet provider': WALLET_PROVIDER_FIELDS,
  'npm start': DEVNET_FIELDS,
};

/** Commented out in .env.example, also where required. */
const NOT_DEPLOYED: readonly Fields[] = [DEVNET_FIELDS, WALLET_PROVIDER_FIELDS, FAILPOINT_FIELDS];

/** Variables that docker-compose.yml demands, beside its own. */
const COMPOSE_DEMANDS = new Set(
  [...readFileSync('docker-compose.yml', 'utf8').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name),
);

/** In order of presentation. A variable is listed in the first section that has it. */
const SECTIONS: readonly (readonly [title: string, fields: Fields])[] = [
  ['Database', DATABASE_FIELDS],
  ['Migrations: npm run migrate', MIGRATE_FIELDS],
  ['Queue', QUEUE_FIELDS],
  ['Chain and contracts', CHAIN_FIELDS],
  ['Logging and environment', LOG_FIELDS],
  ['Metrics and traces', { ...METRICS_FIELDS, ...TRACE_FIELDS }],
  ['API', API_FIELDS],
  ['Worker', WORKER_FIELDS],
  ['Webhooks', WEBHOOKS_FIELDS],
  ['npm start: the whole product on one machine', DEVNET_FIELDS],
  ['Local wallet provider: development and tests only', WALLET_PROVIDER_FIELDS],
  ['Tests', FAILPOINT_FIELDS],
];

const REFERENCE_INTRODUCTION = `<!-- Generated from libs/config by npm run config. Do not edit. -->

# Configuration

Every setting is an environment variable. A blank one counts as absent.
A secret, marked \`[_FILE]\` below, may be in a file instead: \`DATABASE_URL_FILE=/run/secrets/database-url\`. Setting both stops the start.
A process reads all of its settings when it starts. When some are wrong, it names each of them, never its value, and exits.
A range such as 1–16 takes whole numbers, a key is 32 bytes in hex or base64, an address 0x and 40 hex digits.

\`npm start\` needs no settings. It makes those of all its processes and keeps its secrets in its data folder.
It passes its own environment on, except the addresses and credentials by which its processes find each other.
A second instance needs other ports and a folder outside of the first one's:

\`\`\`sh
PRESAGE_DATA_DIR=.data-second API_PORT=5000 WORKER_PORT=5001 METRICS_PORT=5020 PROVIDER_PORT=5010 MCP_PORT=5030 WEBHOOKS_PORT=5040 POSTGRES_PORT=54330 CHAIN_PORT=9545 SMTP_PORT=2025 INBOX_PORT=2080 npm start
\`\`\`

The folder remembers the ports: the next \`npm start\` uses them unless a variable sets another one. \`npm run ops\`, \`npm run verify\` and \`npm run reset\` need \`PRESAGE_DATA_DIR=.data-second\` only.

A variable that looks like a misspelt setting, such as \`API_PROT\`, has no effect. \`npm start\` and each process name it when they start.

\`AUTH_MODE=api_key npm start\` requires API keys. \`npm run ops -- accounts init\` makes the first one, which clients send as \`Authorization: Bearer presage_…\`.

Anywhere else, create a database [in UTF8](deploying.md#systemd). From \`.env.example\`, write one file for each process, with the settings that it reads. Start each with its file:

\`\`\`sh
npm run build
node --env-file=migrate.env dist/apps/migrate/src/main.js
node --env-file=worker.env dist/apps/worker/src/main.js
node --env-file=webhooks.env dist/apps/webhooks/src/main.js
node --env-file=api.env dist/apps/api/src/main.js
\`\`\`

A second process of a kind on one host needs another \`API_PORT\`, \`WORKER_PORT\` or \`WEBHOOKS_PORT\`, and each process its own \`METRICS_PORT\`.
For servers with certificates of a private authority, other than PostgreSQL (\`sslrootcert\`) and Redis (\`QUEUE_CA_FILE\`), export \`NODE_EXTRA_CA_CERTS\` in the environment: Node ignores it in an \`--env-file\`.

`;

createCommand('config', 'Writes .env.example and docs/configuration.md from the settings in libs/config.')
  .option('--check', 'fail when a file differs, and write nothing')
  .action(({ check = false }: { check?: boolean }) => {
    const files = [
      { file: '.env.example', text: renderExample() },
      { file: 'docs/configuration.md', text: renderReference() },
    ];
    if (!check) return writeGenerated(files);
    const stale = staleFiles(files);
    for (const file of stale) console.error(`[config] ${file} differs from libs/config; run npm run config`);
    if (stale.length > 0) process.exitCode = 1;
    else console.log('[config] .env.example and docs/configuration.md match libs/config');
  })
  .parse();

/** Lists each variable once per meaning: a process that reads it for another purpose lists it again. */
function listSections(): Section[] {
  const listed = new Set<string>();
  return SECTIONS.map(([title, table]) => {
    const fields = Object.entries(table).filter(([name, { doc }]) => {
      if (Object.hasOwn(FAILPOINT_FIELDS, name) && table !== FAILPOINT_FIELDS) return false;
      const key = `${name} ${doc}`;
      const isNew = !listed.has(key);
      listed.add(key);
      return isNew;
    });
    return { title, fields, isDeployed: !NOT_DEPLOYED.includes(table) };
  });
}

function renderExample(): string {
  const written = new Set<string>();
  const blocks = listSections().map(({ title, fields, isDeployed }) => {
    const entries = fields
      .filter(([name]) => !written.has(name))
      .map(([name, { doc, sample }]) => {
        written.add(name);
        return `# ${doc}\n${isDeployed && isToSet(name) ? '' : '# '}${name}=${sample}\n`;
      });
    return entries.length === 0 ? '' : `\n## ${title}\n\n${entries.join('\n')}`;
  });
  return [
    '# Generated from libs/config by npm run config. Copy it to .env and set the variables that are not commented out.\n',
    '# NAME_FILE=/path in place of the secret NAME names a file with its value.\n',
    '# npm start needs no .env: it makes its own settings. docs/configuration.md lists the readers of each variable.\n',
    ...blocks,
  ].join('');
}

/** Whether any deployed process, or the compose file, does not start without the variable. */
function isToSet(name: string): boolean {
  const isRequired = SECTIONS.some(([, table]) => !NOT_DEPLOYED.includes(table) && table[name]?.required === true);
  return isRequired || COMPOSE_DEMANDS.has(name);
}

function renderReference(): string {
  const tables = listSections().map(({ title, fields }) => {
    const readers = new Set(fields.map(([name, field]) => listReaders(name, field)));
    const isShared = readers.size === 1;
    const rows = fields.map(([name, field]) =>
      row([
        `\`${name}${field.secret ? '[_FILE]' : ''}\``,
        ...(isShared ? [] : [listReaders(name, field)]),
        shortForm(field.form),
        renderDefault(field),
        field.doc.replace(/^npm start: (.)/, (_, first: string) => first.toUpperCase()).replaceAll('<', '&lt;'),
      ]),
    );
    const head = ['Variable', ...(isShared ? [] : ['Read by']), 'Value', 'Default', 'Meaning'];
    const note = isShared ? `Read by: ${[...readers].join()}.\n\n` : '';
    return `## ${title}\n\n${note}${[row(head), row(head.map(() => '---')), ...rows].join('\n')}\n`;
  });
  return `${REFERENCE_INTRODUCTION}${tables.join('\n')}`;
}

function row(cells: readonly string[]): string {
  return `|${cells.join('|')}|`;
}

function shortForm(form: string): string {
  return form
    .replace(/^whole number from (\S+) to (\S+)$/, '$1–$2')
    .replace('true or false', 'boolean')
    .replace(/^one of /, '')
    .replace('0x and 40 hex digits', 'address')
    .replace('32 bytes in hex or base64', 'key');
}

function listReaders(name: string, { doc }: Field): string {
  return Object.entries(PROCESSES)
    .filter(([, table]) => table[name]?.doc === doc)
    .map(([process]) => process)
    .join(', ');
}

function renderDefault(field: Field): string {
  if (field.required) return '**required**';
  const value = field.parse(undefined);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value ?? ''];
  const text = values.join(',');
  return text === '' ? '(empty)' : `\`${text}\``;
}
