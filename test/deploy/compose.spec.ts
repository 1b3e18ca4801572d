import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { API_FIELDS } from '../../libs/config/src/api.settings.js';
import { type Fields, variablesOf } from '../../libs/config/src/read-settings.js';
import { OPS_FIELDS } from '../../libs/config/src/ops.settings.js';
import { MIGRATE_FIELDS } from '../../libs/config/src/migrate.settings.js';
import { WALLET_PROVIDER_FIELDS } from '../../libs/config/src/wallet-provider.settings.js';
import { WEBHOOKS_FIELDS } from '../../libs/config/src/webhooks.settings.js';
import { WORKER_FIELDS } from '../../libs/config/src/worker.settings.js';
import { parse } from 'yaml';
import { composeProblems } from './compose-schema.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PROGRAM_FIELDS: Readonly<Record<string, Fields>> = {
  migrate: MIGRATE_FIELDS,
  api: API_FIELDS,
  worker: WORKER_FIELDS,
  webhooks: WEBHOOKS_FIELDS,
  ops: OPS_FIELDS,
  'wallet-provider': WALLET_PROVIDER_FIELDS,
};

interface Service {
  image: string;
  build?: { target: string };
  command: string[];
  environment?: Record<string, string | number>;
  depends_on?: Record<string, { condition: string; required?: boolean }>;
  profiles?: string[];
  ports?: string[];
  healthcheck?: { test: string[] };
  volumes?: string[];
  entrypoint?: string[];
  restart?: string;
  deploy?: { resources: { limits: { cpus: string; memory: string } } };
  networks: string[];
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
}

describe('docker-compose.yml', () => {
  const text = read('docker-compose.yml');
  interface Composed {
    services: Record<string, Service>;
    networks: Record<string, { internal: boolean } | null>;
    volumes: Record<string, null>;
  }
  const { services, networks, volumes }: Composed = parse(text, { merge: true });

  function service(name: string): Service {
    const found = services[name];
    if (found === undefined) throw new Error(`there is no service ${name}`);
    return found;
  }

  function listSettings(name: string): string[] {
    return Object.keys(service(name).environment ?? {}).filter((key) => key !== 'FORWARD');
  }

  it.each(Object.entries(PROGRAM_FIELDS))(
    'gives %s every setting that it must have, and none that it does not read',
    (name, fields) => {
      const given = listSettings(name);
      const known = Object.entries(fields).flatMap(([key, field]) => variablesOf(key, field));
      expect(given.filter((key) => !known.includes(key))).toEqual([]);
      const required = Object.entries(fields).flatMap(([key, field]) => (field.required ? [key] : []));
      expect(required.filter((key) => !given.includes(key))).toEqual([]);
    },
  );

  it('passes every setting of API, worker and webhooks except those for tests', () => {
    for (const name of ['api', 'worker', 'webhooks']) {
      const given = listSettings(name);
      const missing = Object.keys(PROGRAM_FIELDS[name] ?? {}).filter(
        (key) => !given.includes(key) && !given.includes(`${key}_FILE`),
      );
      expect([name, missing]).toEqual([name, name === 'webhooks' ? [] : ['FAILPOINTS']]);
    }
  });

  it('does not give the provider credentials to the API', () => {
    expect(listSettings('api').filter((name) => /^(PROVIDER_(?!WAIT_MS)|FAUCET_PRIVATE)/.test(name))).toEqual([]);
  });

  it('starts existing programs with existing files', () => {
    const words = Object.values(services).flatMap(({ command, entrypoint = [] }) => [...entrypoint, ...command]);
    const scripts = words.filter((word) => /\.m?js$/.test(word));
    expect(scripts.length).toBeGreaterThan(4);
    for (const script of scripts) {
      const source = script.replace(/^(?:--import=\.\/)?dist\/(.*)\.js$/, '$1.ts');
      expect({ source, exists: existsSync(path.join(ROOT, source)) }).toEqual({ source, exists: true });
    }
  });

  it('depends only on conditions that services can reach', () => {
    for (const { depends_on: needs = {}, profiles } of Object.values(services)) {
      for (const [name, { condition, required }] of Object.entries(needs)) {
        const other = service(name);
        if (condition === 'service_healthy') expect(other.healthcheck).toBeDefined();
        if (condition === 'service_completed_successfully') expect(other).toMatchObject({ restart: 'no' });
        if (profiles === undefined && other.profiles !== undefined) expect(required).toBe(false);
      }
    }
  });

  it('gives workers neither host ports nor names, so that they can be scaled', () => {
    expect(service('worker')).not.toHaveProperty('ports');
    expect(service('worker')).not.toHaveProperty('container_name');
  });

  it('builds existing targets that run as a non-root user', () => {
    const stages = read('Dockerfile')
      .split(/^FROM /m)
      .slice(1);
    const targets = Object.values(services).flatMap(({ build }) => (build === undefined ? [] : [build.target]));
    expect(new Set(targets)).toEqual(new Set(['product', 'local']));
    for (const target of targets) {
      const stage = stages.find((lines) => lines.startsWith(`node AS ${target}\n`));
      expect(stage).toContain('\nUSER node\n');
    }
  });

  it('names every foreign image by its digest', () => {
    const foreign = Object.values(services).flatMap(({ image, build }) => (build === undefined ? [image] : []));
    const bases = [...read('Dockerfile').matchAll(/^FROM (\S+) AS \w+$/gm)].map(([, base]) => base);
    expect(foreign).toHaveLength(2);
    for (const image of [...foreign, bases[0]]) expect(image).toMatch(/^[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
    expect(new Set(bases.slice(1))).toEqual(new Set(['node']));
  });

  it('runs no install script in the image', () => {
    const installs = read('Dockerfile').match(/npm ci .*/g) ?? [];
    expect(installs).toHaveLength(2);
    for (const install of installs) expect(install).toContain(' --ignore-scripts ');
  });

  it.each(Object.keys(services))('contains %s: read-only, without capabilities or new privileges', (name) => {
    expect(service(name)).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    if (service(name).build === undefined) expect(service(name).user).toBe('999:999');
  });

  it('publishes ports on loopback only', () => {
    const ports = Object.values(services).flatMap(({ ports: own = [] }) => own);
    expect(ports.length).toBeGreaterThan(2);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it('starts with keys and private reads, and creates a first account with its key', () => {
    expect(service('api').environment).toMatchObject({
      AUTH_MODE: '${AUTH_MODE:-api_key}',
      AUTH_READS: '${AUTH_READS:-account}',
    });
    expect(service('first-account').command.slice(-2)).toEqual(['accounts', 'init']);
  });

  it('gives each process its own database role', () => {
    const userOf = (name: string): string | undefined =>
      /^postgres:\/\/(\w+):/.exec(String(service(name).environment?.DATABASE_URL))?.[1];
    const processes = ['api', 'worker', 'webhooks', 'ops'];
    for (const name of processes) expect([name, userOf(name)]).toEqual([name, `presage_${name}`]);
    for (const name of processes) {
      const others = listSettings(name).filter((key) => key.endsWith('_DATABASE_PASSWORD'));
      expect([name, others]).toEqual([name, []]);
    }
  });

  it('connects only services that talk to each other', () => {
    const members = Object.fromEntries(
      Object.keys(networks).map((network) => [
        network,
        Object.keys(services).filter((name) => service(name).networks.includes(network)),
      ]),
    );
    expect(members).toEqual({
      database: ['postgres', 'migrate', 'first-account', 'ops', 'api', 'worker', 'webhooks'],
      queue: ['redis', 'api', 'worker'],
      custody: ['worker', 'chain', 'wallet-provider'],
      mail: ['worker', 'inbox'],
      outside: ['ops', 'api', 'worker', 'chain', 'contracts'],
      receivers: ['webhooks'],
    });
    for (const network of ['database', 'queue', 'custody']) expect(networks[network]).toEqual({ internal: true });
  });

  it('asks for the password of Redis', () => {
    expect(service('redis').command.join(' ')).toContain('--requirepass ${REDIS_PASSWORD:?}');
    for (const name of ['api', 'worker'])
      expect(service(name).environment?.QUEUE_URL).toBe('redis://:${REDIS_PASSWORD:?}@redis:6379');
  });

  it('copies the guides that the API serves', () => {
    const product =
      read('Dockerfile')
        .split(/^FROM /m)
        .at(-1) ?? '';
    const copied = /^COPY ((?:docs\/\S+\.md ?)+) \.\/docs\/$/m.exec(product)?.[1]?.split(' ');
    const served = /GUIDES = \[(.*)\]/.exec(read('apps/api/src/docs/llms/guides.ts'))?.[1] ?? '';
    expect(copied).toEqual([...served.matchAll(/'([^']+)'/g)].map(([, file]) => `docs/${file}`));
    expect(read('.dockerignore').split('\n')).toContain('!docs');
  });

  it('is valid by the Compose specification', () => {
    expect(composeProblems(parse(text, { merge: true }))).toEqual([]);
  });

  it.each([
    ['stop_grace_period', 'stop_grace_periode', 'has unknown property stop_grace_periode'],
    ['retries: 30', 'retrys: 30', '/services/redis/healthcheck has unknown property retrys'],
    ['retries: 30', "retries: '30'", '/services/redis/healthcheck/retries must be integer'],
    ['interval: 2s', 'interval: 2', '/services/postgres/healthcheck/interval must be string'],
    ['timeout: 3s', 'timeout: 3 s', '/services/postgres/healthcheck/timeout must match pattern'],
    [
      'condition: service_healthy',
      'condition: healthy',
      '/services/api/depends_on/redis/condition must be equal to one',
    ],
    ['{ condition: service_healthy }', 'service_healthy', '/services/api/depends_on/redis must be object'],
    ['required: false', "required: 'false'", '/services/api/depends_on/contracts/required must be boolean'],
    ['target: product', 'traget: product', '/services/api/build has unknown property traget'],
    ["cpus: '1'", "cpu: '1'", '/services/worker/deploy/resources/limits has unknown property cpu'],
    ['memory: 512M', 'memory: 512 MB', '/services/worker/deploy/resources/limits/memory must match pattern'],
    ['restart: unless-stopped', 'restart: unless_stopped', '/services/redis/restart must be equal to one'],
    ["restart: 'no'", 'restart: no', '/services/migrate/restart must be equal to one', '1.1'],
    ['cap_drop: [ALL]', 'cap_drop: ALL', '/services/api/cap_drop must be array'],
    ['init: true', 'init: 3', '/services/api/init must be boolean'],
    ['test: [CMD, redis-cli, ping]', 'test: [redis-cli, ping]', '/services/redis/healthcheck/test must contain'],
    ['\nservices:\n', '\nservice:\n', ' has unknown property service'],
    ["'redis:/data'", "'redis'", '/services/redis/volumes/0 must match pattern'],
  ])('is invalid with %j replaced by %j', (right, wrong, problem, version = '1.2') => {
    expect(text).toContain(right);
    const changed: unknown = parse(text.replaceAll(right, wrong), { merge: true, version: version as '1.2' });
    expect(composeProblems(changed)).toContainEqual(expect.stringContaining(problem));
  });

  it('limits every service and health-checks every long-running one', () => {
    for (const [name, { deploy, restart, healthcheck }] of Object.entries(services)) {
      expect([name, deploy?.resources.limits]).toEqual([
        name,
        { cpus: expect.stringMatching(/^\d$/), memory: expect.stringMatching(/^\d+[MG]$/) },
      ]);
      expect([name, healthcheck !== undefined]).toEqual([name, restart !== 'no']);
    }
  });

  it('declares every mounted volume', () => {
    const mounted = Object.values(services).flatMap(({ volumes: own = [] }) => own.map((mount) => mount.split(':')[0]));
    expect(mounted.sort()).toEqual(Object.keys(volumes).sort());
  });

  it('needs no setting beyond those of the local profile', () => {
    const names = namesSetIn('deploy/local.env', '.+');
    const demanded = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    expect(demanded.filter((name) => !names.has(name))).toEqual([]);
    expect(demanded.length).toBeGreaterThan(5);
  });

  it('needs no setting beyond those to set in .env.example, and those that its first lines name', () => {
    const header = text.slice(0, text.indexOf('\nname: '));
    const [, ...added] = /and add (\w+) and (\w+)\./.exec(header) ?? [];
    const example = namesSetIn('.env.example', '.*');
    const demanded = new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name));
    expect([...demanded].filter((name) => !example.has(name)).toSorted()).toEqual(added.toSorted());
  });

  it('leaves no setting commented out in .env.example that a process of the product requires', () => {
    const example = namesSetIn('.env.example', '.*');
    const required = Object.entries(PROGRAM_FIELDS).flatMap(([program, fields]) =>
      Object.entries(fields).flatMap(([name, field]) =>
        field.required && program !== 'wallet-provider' ? [name] : [],
      ),
    );
    expect(required.filter((name) => !example.has(name))).toEqual([]);
  });
});

/** Names of variables that a file of settings assigns a value of this pattern. */
function namesSetIn(file: string, value: string): Set<string | undefined> {
  return new Set([...read(file).matchAll(new RegExp(`^(\\w+)=${value}$`, 'gm'))].map(([, name]) => name));
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}
