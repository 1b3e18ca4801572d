import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { Secret } from '@app/common';
import { roleUrl } from '../support/stack/database-roles.js';
import { withClient } from '../../dev/devnet/postgres/postgres.js';
import { builtFile } from '../../dev/devnet/project-root.js';
import { findFreePort } from '../support/free-ports.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { pretendPostgres14 } from '../support/old-postgres.js';

type Process = 'api' | 'worker' | 'webhooks' | 'ops';

/** Settings with which a process reaches its servers; nothing listens at the others. */
async function settingsOf(process: Process, databaseUrl: string): Promise<Record<string, string>> {
  const port = String(await findFreePort());
  return {
    NODE_ENV: 'development',
    DATABASE_URL: roleUrl(new Secret(databaseUrl), process).reveal(),
    CHAIN_RPC_URL: 'http://127.0.0.1:1',
    FACTORY_ADDRESS: `0x${'ab'.repeat(20)}`,
    COLLATERAL_ADDRESS: `0x${'ab'.repeat(20)}`,
    PASSCODE_KEY: '01'.repeat(32),
    STEP_SEAL_KEY: '02'.repeat(32),
    WEBHOOK_KEY: '03'.repeat(32),
    SMTP_URL: 'smtp://127.0.0.1:1',
    ...{ API_PORT: port, WORKER_PORT: port, WEBHOOKS_PORT: port },
  };
}

/** Runs a process until it ends. Returns its exit code and what it wrote to stderr. */
async function run(process: Process | 'migrate', env: Record<string, string>, ...args: string[]) {
  const command = process === 'ops' ? ['pauses'] : [];
  const file = builtFile(`apps/${process}/src/main.ts`);
  const child = spawn(globalThis.process.execPath, [...args, file, ...command], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr };
}

describe('a version that is not supported', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database?.drop());

  it.each(['api', 'worker', 'webhooks', 'ops', 'migrate'] as const)('of Node ends %s, which names it', async (name) => {
    const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.3' } })`;
    const { code, stderr } = await run(name, {}, '--import', `data:text/javascript,${encodeURIComponent(older)}`);
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'Presage runs on Node 20.19 to 24, and this is 20.18.3.\n' });
  });

  describe('of PostgreSQL', () => {
    beforeAll(() => withClient(new Secret(database.url), pretendPostgres14));

    it.each(['api', 'worker', 'webhooks', 'ops'] as const)('ends %s, which names it', async (name) => {
      const { code, stderr } = await run(name, await settingsOf(name, database.url));
      expect(code).not.toBe(0);
      expect(stderr).toMatch(
        /^(the \w+ could not start: )?Presage runs on PostgreSQL 15 to 18, and this is 14\.22\.\n$/,
      );
    });
  });
});

describe('a Redis that is not supported', () => {
  let database: TestDatabase;
  let redis: Server;

  beforeAll(async () => {
    database = await createTestDatabase();
    // Answers every command as Redis 6 answers INFO.
    const info = '# Server\r\nredis_version:6.2.14\r\n';
    redis = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        const { length: commands } = data.toString().match(/\*\d+\r\n/g) ?? [];
        socket.write(`$${info.length}\r\n${info}\r\n`.repeat(commands));
      });
    });
    await once(redis.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(async () => {
    redis?.close();
    await database?.drop();
  });

  it.each(['api', 'worker'] as const)('ends %s, which names it', async (name) => {
    const { port } = redis.address() as AddressInfo;
    const env = { ...(await settingsOf(name, database.url)), QUEUE_URL: `redis://127.0.0.1:${port}` };
    expect(await run(name, env)).toEqual({
      code: 1,
      stderr: `the ${name} could not start: Presage runs on Redis 7 to 8, and this is 6.2.14.\n`,
    });
  });
});
