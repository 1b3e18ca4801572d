import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import {
  DevnetFixture,
  getJson,
  demoMarkets,
  OPS_SHOW_INDEX,
  READY,
  RESET,
  START,
  VERIFY,
} from '../../test/e2e/support/devnet-fixture.js';

/** Users of all connections to the product's database. */
async function databaseUsers({ data, env }: DevnetFixture): Promise<string[]> {
  const { postgresPassword: password } = JSON.parse(readFileSync(path.join(data, 'secrets.json'), 'utf8')) as {
    postgresPassword: string;
  };
  const client = new pg.Client({ port: Number(env.POSTGRES_PORT), host: '127.0.0.1', user: 'presage', password });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT DISTINCT usename::text AS name FROM pg_stat_activity
       WHERE datname = 'presage' AND backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

describe('npm start', () => {
  let devnet: DevnetFixture;

  beforeAll(async () => {
    devnet = await DevnetFixture.create();
  });
  afterAll(() => devnet.close());

  it('names a port in use and its setting, and starts nothing', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(Number(devnet.env.INBOX_PORT), '127.0.0.1', resolve));
    const command = devnet.run(START);
    expect(await command.exited).toBe(1);
    expect(command.output).toContain(`Port ${devnet.env.INBOX_PORT} (the mailbox page) is already in use`);
    expect(command.output).toContain('INBOX_PORT=<port> npm start');
    expect(devnet.listLive()).toEqual([]);
    await new Promise((resolve) => server.close(resolve));
  });

  it('runs the product, refuses a second start and a reset, and stops', async () => {
    const first = devnet.run(START);
    await first.waitForOutput(READY);
    expect(await getJson(`${devnet.apiUrl}/readyz`)).toEqual({ status: 'ok' });
    const demo = await demoMarkets(devnet);
    expect(demo.map(({ status }) => status)).toEqual(['CANCELLED', 'RESOLVED', 'OPEN', 'OPEN', 'OPEN', 'OPEN']);
    const quote = await fetch(`${devnet.apiUrl}/markets/${demo.at(-1)?.id}/quote?outcome=YES&amount=5`);
    expect(quote.status).toBe(200);
    expect(await getJson(`http://127.0.0.1:${devnet.env.INBOX_PORT}/messages`)).toEqual([]);
    const onlyFolder = { PRESAGE_DATA_DIR: devnet.data };
    for (const words of [VERIFY, OPS_SHOW_INDEX]) {
      const command = devnet.run(words, onlyFolder); // the folder remembers the ports
      expect({ code: await command.exited, output: command.output }).toEqual({ code: 0, output: expect.any(String) });
    }
    expect(await databaseUsers(devnet)).toEqual(['presage_api', 'presage_webhooks', 'presage_worker']);
    const names = devnet.listLive().map(({ name }) => name);
    expect(names.sort()).toEqual(['api', 'chain', 'mcp', 'postgres', 'wallet-provider', 'webhooks', 'worker']);

    for (const [words, remedy] of [
      [START, 'Stop it first, or set PRESAGE_DATA_DIR to another folder.\n'],
      [RESET, 'Stop it first.\n'],
    ] as const) {
      const second = devnet.run(words);
      expect(await second.exited).toBe(1);
      expect(second.output).toContain(`Presage already runs on ${devnet.data}`);
      expect(second.output).toContain(remedy);
    }

    const marks = devnet.listLive();
    first.kill('SIGTERM');
    expect(await first.exited).toBe(0);
    expect(devnet.liveAmong(marks)).toEqual([]);

    const orphan = devnet.run(VERIFY, onlyFolder);
    expect({ code: await orphan.exited, output: orphan.output }).toEqual({
      code: 2,
      output: expect.stringContaining(`npm start does not run on ${devnet.data}`),
    });

    const again = devnet.run(START, { ...onlyFolder, API_PROT: '7777' }); // on the ports of the first start
    await again.waitForOutput(READY);
    expect(await getJson(`${devnet.apiUrl}/readyz`)).toEqual({ status: 'ok' });
    expect(again.output).toContain(`ports of the last start: API_PORT=${devnet.env.API_PORT} `);
    expect(again.output.match(/API_PROT.*/g)).toEqual(['API_PROT is not a setting; did you mean API_PORT']);
    again.kill('SIGTERM');
    expect(await again.exited).toBe(0);
  });
});
