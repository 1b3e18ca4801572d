import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  DEV,
  DevnetFixture,
  getJson,
  demoMarkets,
  READY,
  RESET,
  START,
} from '../../../test/e2e/support/devnet-fixture.js';
import { eventually } from '../../../test/support/eventually.js';
import { PROJECT_ROOT } from '../project-root.js';

describe('npm start after an interruption, and npm run dev', () => {
  let devnet: DevnetFixture;

  beforeAll(async () => {
    devnet = await DevnetFixture.create();
  });
  afterAll(() => devnet.close());

  it('ends the processes of a killed run, keeps its data, and removes them on reset', async () => {
    const factory = () =>
      (JSON.parse(readFileSync(path.join(devnet.data, 'deployment.json'), 'utf8')) as { factory: string }).factory;
    // The index goes on with each block.
    const readMarkets = async () =>
      JSON.stringify(await getJson(`${devnet.apiUrl}/markets`)).replaceAll(/"as_of_block":\d+/g, '');
    const killed = devnet.run(START);
    await killed.waitForOutput(READY);
    await demoMarkets(devnet);
    const before = { factory: factory(), markets: await readMarkets() };
    killed.kill('SIGKILL');
    await killed.exited;
    const orphans = devnet.listLive();
    expect(orphans.length).toBeGreaterThanOrEqual(3);
    devnet.forget('postgres'); // as if it had been killed before it wrote the mark

    const next = devnet.run(START);
    await next.waitForOutput(READY);
    expect(next.output).toContain('ended processes of an earlier run: ');
    expect(devnet.liveAmong(orphans)).toEqual([]);
    expect({ factory: factory(), markets: await readMarkets() }).toEqual(before);
    next.kill('SIGINT');
    expect(await next.exited).toBe(0);

    expect(await devnet.run(RESET).exited).toBe(0);
    expect(existsSync(devnet.data)).toBe(false);
  });

  it('restarts killed processes', async () => {
    const command = devnet.run(START);
    await command.waitForOutput(READY);
    for (const name of ['api', 'worker', 'wallet-provider', 'chain', 'postgres']) {
      const before = await devnet.waitForProcess(name);
      process.kill(before, 'SIGKILL');
      await command.waitForOutput(`${name} was ended by SIGKILL; restarting in 0.2 s`);
      await devnet.waitForProcess(name, before);
    }
    await waitUntilOk(`${devnet.apiUrl}/readyz`);
    await waitUntilOk(`http://127.0.0.1:${devnet.env.WORKER_PORT}/readyz`);
    command.kill('SIGTERM');
    expect(await command.exited).toBe(0);
  });

  it('recovers from an interrupted first start, and kills all processes on a second signal', async () => {
    const interrupted = devnet.run(START);
    await interrupted.waitForOutput('mailbox on port');
    interrupted.kill('SIGKILL');
    await interrupted.exited;
    const next = devnet.run(START);
    await next.waitForOutput(READY);
    const marks = devnet.listLive();
    for (const { pid } of marks) process.kill(pid, 'SIGSTOP'); // a stopped process ignores its stop signal
    const signals = setInterval(() => next.kill('SIGINT'), 100);
    expect(await next.exited).toBe(1); // a graceful stop ends with 0
    clearInterval(signals);
    expect(devnet.liveAmong(marks)).toEqual([]);
  });

  describe('in watch mode', () => {
    // No module imports it: a change restarts the API and alters nothing.
    const source = path.join(PROJECT_ROOT, 'apps/api/src/watched.ts');
    const compiled = path.join(PROJECT_ROOT, 'dist/apps/api/src/watched.js');

    afterEach(() => rmSync(source, { force: true }));

    it('restarts the API after a change, and keeps it running after a compile error', async () => {
      const command = devnet.run(DEV);
      await command.waitForOutput('watching the sources');
      const [first, worker] = [devnet.findPid('api'), devnet.findPid('worker')];
      writeFileSync(source, 'export const watched: number = 1;\n');
      await command.waitForOutput('api reloaded in ');
      expect(readFileSync(compiled, 'utf8')).toContain('export const watched = 1;');
      const second = devnet.findPid('api');
      expect(second).not.toBe(first);
      expect(await getJson(`${devnet.apiUrl}/readyz`)).toEqual({ status: 'ok' });

      writeFileSync(source, 'export const watched: = 2;\n');
      await command.waitForOutput('not compiled, the processes keep running');
      expect([devnet.findPid('api'), devnet.findPid('worker')]).toEqual([second, worker]);
      expect(readFileSync(compiled, 'utf8')).toContain('export const watched = 1;');

      const marks = devnet.listLive();
      command.kill('SIGINT');
      expect(await command.exited).toBe(0);
      expect(devnet.liveAmong(marks)).toEqual([]);
    });
  });
});

async function waitUntilOk(url: string): Promise<void> {
  await eventually(
    async () => (await fetch(url).catch(() => null))?.ok === true,
    (isOk) => isOk,
  );
}
