import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { Redis } from 'ioredis';
import { parse } from 'yaml';
import { findFreePort } from '../../support/free-ports.js';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import { installPackages, packageFolders } from '../../../tools/support/cached-packages.js';
import { runToEnd } from './programs.js';

const PACKAGES = packageFolders('lab/interop');
const FILES = ['docker-compose.yml', 'deploy/compose/secrets.yml'] as const;

const read = (file: string): string => readFileSync(path.join(PROJECT_ROOT, file), 'utf8');

describe('the Compose files', () => {
  /** Places where a file violates the schema of the Compose specification. */
  function composeProblems(text: string): string[] {
    const schema = JSON.parse(
      readFileSync(path.join(PACKAGES.work, 'node_modules/dclint/schemas/compose.schema.json'), 'utf8'),
    ) as { $schema?: string };
    delete schema.$schema; // draft 7 under an address with https, which Ajv does not know
    const ajv = new Ajv({ allErrors: true, strict: false });
    addFormats.default(ajv);
    const validate = ajv.compile(schema);
    if (validate(parse(text, { merge: true }))) return [];
    return (validate.errors ?? []).map(({ instancePath, params }) => `${instancePath} ${JSON.stringify(params)}`);
  }

  beforeAll(() => installPackages(PACKAGES));

  it.each(FILES)('%s is valid by the schema of the Compose specification', (file) => {
    expect(composeProblems(read(file))).toEqual([]);
  });

  it.each([
    ['stop_grace_period: 2m', 'stop_grace_periode: 2m', '"stop_grace_periode"'],
    ['condition: service_healthy', 'condition: healthy', '/condition'],
    ["max-file: '5'", "max-file: ['5']", '/logging/options'],
    ['\nservices:\n', '\nservice:\n', '"service"'],
  ])('docker-compose.yml is invalid with %j replaced by %j', (right, wrong, problem) => {
    expect(read('docker-compose.yml')).toContain(right);
    const problems = composeProblems(read('docker-compose.yml').replaceAll(right, wrong));
    expect(problems).toContainEqual(expect.stringContaining(problem));
  });

  it('starts Redis with its password and its bound of memory, and without the password in a command line', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'presage-redis-'));
    const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
      services: { redis: { command: [string, ...string[]] } };
    };
    const [program, ...words] = services.redis.command.map((word) =>
      word.replaceAll('$$', '$').replaceAll('/tmp/', `${folder}/`),
    );
    const port = await findFreePort();
    const password = 'a1b2c3d4e5f6';
    const last = words.pop() ?? '';
    const server = spawn(program ?? '', [...words, `${last} --port ${port}`], {
      cwd: folder,
      env: { PATH: process.env.PATH, REDISCLI_AUTH: password },
      stdio: 'ignore',
    });
    const redis = new Redis({ port, password, retryStrategy: () => 100, maxRetriesPerRequest: 50 });
    redis.on('error', () => undefined);
    try {
      expect(await redis.config('GET', 'maxmemory')).toEqual(['maxmemory', String(320 * 2 ** 20)]);
      expect(await redis.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
      expect(await redis.config('GET', 'appendonly')).toEqual(['appendonly', 'yes']);
      const commands = runToEnd('ps', ['-eo', 'args']);
      expect(commands).toContain(`redis-server *:${port}`);
      expect(commands).not.toContain(password);
      const stranger = new Redis({ port, lazyConnect: true, retryStrategy: () => null });
      stranger.on('error', () => undefined);
      await expect(stranger.ping()).rejects.toThrow('NOAUTH');
      stranger.disconnect();
    } finally {
      redis.disconnect();
      server.kill('SIGTERM');
      await once(server, 'exit');
      rmSync(folder, { recursive: true });
    }
  });
});
