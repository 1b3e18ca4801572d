import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { variablesOf } from '../../libs/config/src/read-settings.js';
import { WALLET_PROVIDER_FIELDS } from '../../libs/config/src/wallet-provider.settings.js';
import { parse } from 'yaml';
import { findField, PROGRAM_FIELDS as PRODUCT_FIELDS } from './program-fields.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PROGRAM_FIELDS: typeof PRODUCT_FIELDS = { ...PRODUCT_FIELDS, 'wallet-provider': WALLET_PROVIDER_FIELDS };
/** Read by the scripts of the trial, and by Node itself. */
const NO_SETTINGS = ['FORWARD', 'NODE_EXTRA_CA_CERTS'];

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
  logging?: { options: Record<string, string> };
  stop_grace_period?: string;
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
    return Object.keys(service(name).environment ?? {}).filter((key) => !NO_SETTINGS.includes(key));
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
      const missing = Object.keys(PRODUCT_FIELDS[name] ?? {}).filter(
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

  it('bounds every log', () => {
    for (const [name, { logging }] of Object.entries(services)) {
      expect([name, logging?.options]).toEqual([name, { 'max-size': '20m', 'max-file': '5' }]);
    }
  });

  it('lets Redis refuse writes, and PostgreSQL use its memory, before they are killed', () => {
    const megabytes = (size = ''): number => Number.parseInt(size, 10) * (/g/i.test(size) ? 1024 : 1);
    const limitOf = (name: string): number => megabytes(service(name).deploy?.resources.limits.memory);
    const memoryOf = (name: string, setting: RegExp): number =>
      megabytes(setting.exec(service(name).command.join(' '))?.[1]);
    const ofRedis = memoryOf('redis', /maxmemory (\w+)\\n/);
    expect(ofRedis).toBeGreaterThan(256);
    expect(ofRedis).toBeLessThan(0.75 * limitOf('redis'));
    expect(service('redis').command.join(' ')).toContain('maxmemory-policy noeviction');
    expect(memoryOf('postgres', /shared_buffers=(\w+)/)).toBe(limitOf('postgres') / 4);
    expect(service('postgres').stop_grace_period).toBe('2m');
  });

  it('passes the private certificate authority to the processes that call other servers', () => {
    for (const name of ['api', 'worker', 'webhooks']) {
      expect(service(name).environment?.NODE_EXTRA_CA_CERTS).toBe('${NODE_EXTRA_CA_CERTS:-}');
    }
  });

  it('takes the keys as files instead, each for the processes that read it', () => {
    interface Addition {
      secrets: string[];
      environment: Record<string, string>;
    }
    const added = parse(read('deploy/compose/secrets.yml')) as {
      services: Record<string, Addition>;
      secrets: Record<string, { file: string }>;
    };
    const all = Object.entries(added.services).flatMap(([name, { secrets, environment }]) => {
      expect(environment).toEqual(Object.fromEntries(secrets.map((one) => [`${one}_FILE`, `/run/secrets/${one}`])));
      const fields = PRODUCT_FIELDS[name] ?? {};
      expect(secrets.filter((one) => findField(fields, `${one}_FILE`) === undefined)).toEqual([]);
      // A blank variable counts as absent.
      for (const one of secrets) expect(service(name).environment?.[one]).toBe(`\${${one}:-}`);
      return secrets;
    });
    expect(added.secrets).toEqual(Object.fromEntries(all.map((one) => [one, { file: `./secrets/${one}` }])));
    expect(read('.gitignore').split('\n')).toContain('/secrets/');
  });

  it('asks for the password of Redis', () => {
    const command = service('redis').command.join(' ');
    expect(command).toContain('requirepass');
    expect(command).not.toContain('REDIS_PASSWORD');
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
