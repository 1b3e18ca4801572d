import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { API_FIELDS } from '../../libs/config/src/api.settings.js';
import { environmentProblems, findField, PROGRAM_FIELDS } from './program-fields.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDER = path.join(ROOT, 'deploy/systemd');
/** The units of the processes that run for ever, each with the port that its documented instance is named after. */
const SERVED = { api: '4000', worker: '4001', webhooks: '4040' } as const;
const UNITS: readonly [program: string, file: string, instance: string][] = [
  ...Object.entries(SERVED).map(([name, port]): [string, string, string] => [name, `presage-${name}@.service`, port]),
  ['migrate', 'presage-migrate.service', ''],
];

/** Values of each key of a unit, in order, with the instance's name filled in. */
function readUnit(file: string, instance = ''): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [, key = '', value = ''] of read(file).matchAll(/^(\w+)=(.*)$/gm)) {
    values.set(key, [...(values.get(key) ?? []), value.replaceAll('%i', instance)]);
  }
  return values;
}

/** Reads an environment file of the examples, with each @NAME@ replaced as the guide does it. */
function readEnvironmentFile(name: string): Record<string, string> {
  const lines = read(`${name}.env.example`)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const [, key = '', value = ''] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
      return [key, value.replaceAll(/@([A-Z]+_[A-Z_]+)@/g, '0'.repeat(64))];
    }),
  );
}

/** Environment of a unit: its own lines, overruled by those of its files. */
function environmentOf(unit: Map<string, string[]>): Record<string, string> {
  const own = (unit.get('Environment') ?? []).flatMap((line) => line.split(' ').map((pair) => pair.split(/=(.*)/s)));
  const files = (unit.get('EnvironmentFile') ?? []).map((file) => path.basename(file, '.env'));
  const all = own.map(([key = '', value = '']): [string, string] => [key, value]);
  return Object.fromEntries([...all, ...files.flatMap((name) => Object.entries(readEnvironmentFile(name)))]);
}

describe('deploy/systemd', () => {
  it('has a unit per process, and an environment file per program', () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(
      [
        ...UNITS.map(([, file]) => file),
        ...['chain', ...Object.keys(PROGRAM_FIELDS)].map((name) => `${name}.env.example`),
        ...['keystore.conf', 'presage-.service.d', 'presage-ops'],
      ].toSorted(),
    );
  });

  it.each(UNITS)('%s runs an existing program with settings that it reads', (program, file, instance) => {
    const unit = readUnit(file, instance);
    const [command = ''] = unit.get('ExecStart') ?? [];
    expect(unit.get('WorkingDirectory')).toEqual(['/opt/presage']);
    expect(command).toMatch(new RegExp(`^node (--[\\w=-]+ )+dist/apps/${program}/src/main\\.js$`));
    expect(existsSync(path.join(ROOT, `apps/${program}/src/main.ts`))).toBe(true);
    expect(environmentProblems(PROGRAM_FIELDS[program] ?? {}, environmentOf(unit))).toEqual([]);
  });

  it.each(Object.entries(SERVED))('names the ports of a %s after its instance', (program, port) => {
    const environment = environmentOf(readUnit(`presage-${program}@.service`, port));
    expect(environment).toMatchObject({ [`${program.toUpperCase()}_PORT`]: port, METRICS_PORT: `1${port}` });
    const second = environmentOf(readUnit(`presage-${program}@.service`, '4999'));
    expect(second).toMatchObject({ [`${program.toUpperCase()}_PORT`]: '4999', METRICS_PORT: '14999' });
  });

  it.each(Object.keys(PROGRAM_FIELDS))('gives %s no secret of another process', (program) => {
    const fields = PROGRAM_FIELDS[program] ?? {};
    const secrets = Object.keys(readEnvironmentFile(program)).filter((name) =>
      Object.values(PROGRAM_FIELDS).some((others) => findField(others, name)?.secret === true),
    );
    expect(secrets.length).toBeGreaterThan(0);
    expect(secrets.filter((name) => findField(fields, name)?.secret !== true)).toEqual([]);
  });

  it('gives each process its own database role, and equal keys where two need them', () => {
    const users = ['api', 'worker', 'webhooks', 'ops'].map(
      (name) => new URL(readEnvironmentFile(name).DATABASE_URL ?? '').username,
    );
    expect(users).toEqual(['presage_api', 'presage_worker', 'presage_webhooks', 'presage_ops']);
    const placeholders = (name: string): (string | undefined)[] =>
      [...read(`${name}.env.example`).matchAll(/@([A-Z]+_[A-Z_]+)@/g)].map(([, token]) => token);
    expect(placeholders('api')).toEqual(['API_PASSWORD', 'REDIS_PASSWORD', 'PASSCODE_KEY', 'WEBHOOK_KEY']);
    expect(placeholders('worker')).toEqual(['WORKER_PASSWORD', 'REDIS_PASSWORD', 'PASSCODE_KEY', 'STEP_SEAL_KEY']);
    expect(placeholders('webhooks')).toEqual(['WEBHOOKS_PASSWORD', 'WEBHOOK_KEY']);
    expect(placeholders('migrate')).toEqual(
      ['ADMIN', 'API', 'WORKER', 'WEBHOOKS', 'OPS'].map((role) => `${role}_PASSWORD`),
    );
  });

  it.each(Object.keys(SERVED))('starts a %s again until it runs, and lets it stop by itself', (program) => {
    const unit = readUnit(`presage-${program}@.service`);
    expect(unit.get('Restart')).toEqual(['always']);
    expect(unit.get('StartLimitIntervalSec')).toEqual(['0']);
    const [, shutdownMs = ''] =
      /SHUTDOWN_TIMEOUT_MS = ([\d_]+)/.exec(read('../../libs/observability/src/run-process.ts')) ?? [];
    expect(Number(unit.get('TimeoutStopSec')?.[0]) * 1_000).toBeGreaterThan(Number(shutdownMs.replace('_', '')));
  });

  it('lets an API open as many connections as its setting allows', () => {
    const [, most = ''] = / to (\d+)$/.exec(API_FIELDS.API_CONNECTIONS_MAX.form) ?? [];
    const [limit] = readUnit('presage-api@.service').get('LimitNOFILE') ?? [];
    expect(Number(limit)).toBeGreaterThan(Number(most) + 1_000);
  });

  it('hands the files of a keystore to workers by credentials that they load', () => {
    const unit = readUnit('keystore.conf');
    const loaded = (unit.get('LoadCredential') ?? []).map((line) => line.split(':')[0]);
    const environment = environmentOf(unit);
    const used = Object.values(environment).flatMap((value) => /^%d\/(.+)$/.exec(value)?.[1] ?? []);
    expect(used).toEqual(loaded);
    expect(
      Object.keys(environment).filter((name) => findField(PROGRAM_FIELDS.worker ?? {}, name) === undefined),
    ).toEqual([]);
  });

  it('runs the commands of operators with the files of their program', () => {
    const script = read('presage-ops');
    expect([...script.matchAll(/--env-file=\/etc\/presage\/(\w+)\.env/g)].map(([, name]) => name)).toEqual([
      'chain',
      'ops',
    ]);
    expect(script).toContain('/opt/presage/dist/apps/ops/src/main.js "$@"');
    expect(existsSync(path.join(ROOT, 'apps/ops/src/main.ts'))).toBe(true);
    const environment = { ...readEnvironmentFile('chain'), ...readEnvironmentFile('ops') };
    expect(environmentProblems(PROGRAM_FIELDS.ops ?? {}, environment)).toEqual([]);
  });
});

function read(file: string): string {
  return readFileSync(path.join(FOLDER, file), 'utf8');
}
