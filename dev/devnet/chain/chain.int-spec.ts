import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../../../test/support/eventually.js';
import { testRun } from '../../../test/support/test-run.js';
import { findFreePort } from '../../../test/support/free-ports.js';
import { ChainState } from './chain-state.js';
import { callChain } from './chain-rpc.js';
import { startPersistentChain, type RunningChain } from './chain.js';

const ACCOUNT = `0x${'ab'.repeat(20)}`;

describe('startPersistentChain', () => {
  let folder: string;
  let chain: RunningChain | null = null;

  beforeEach(() => (folder = path.join(testRun().folder, `chain-${randomUUID()}`)));
  afterEach(() => chain?.stop(5_000));

  async function start(): Promise<RunningChain> {
    const { runFolder, folder: runPath } = testRun();
    const logFile = path.join(runPath, `${path.basename(folder)}.log`);
    return (chain = await startPersistentChain({
      port: await findFreePort(),
      folder,
      logFile,
      runFolder,
      startS: null,
    }));
  }

  const balance = async ({ rpcUrl }: RunningChain) => callChain(rpcUrl, 'eth_getBalance', [ACCOUNT, 'latest']);
  const setBalance = ({ rpcUrl }: RunningChain) => callChain(rpcUrl, 'anvil_setBalance', [ACCOUNT, '0x7b']);
  const waitUntilStored = async (): Promise<void> => {
    const file = path.join(folder, 'state.finished.json');
    await eventually(
      () => Promise.resolve(existsSync(file) ? readFileSync(file, 'utf8') : 'no file'),
      (state) => state.includes('"0x7b"'),
    );
  };

  it('keeps its state over a graceful stop', async () => {
    await setBalance(await start());
    await chain?.stop(5_000);
    expect(await balance(await start())).toBe('0x7b');
  });

  it('restores the last complete state after a kill in the middle of a write', async () => {
    const first = await start();
    await setBalance(first);
    await waitUntilStored();
    first.kill('SIGKILL');
    await first.exited;
    writeFileSync(new ChainState(folder).file, '{"block":{"number":"0x1"');
    expect(await balance(await start())).toBe('0x7b');
  });

  it('takes no calls from a page of a browser', async () => {
    const { rpcUrl } = await start();
    const origin = 'https://evil.example';
    const headers = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    };
    const preflight = await fetch(rpcUrl, { method: 'OPTIONS', headers });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setBalance', params: [ACCOUNT, '0x7b'] });
    const simple = await fetch(rpcUrl, {
      method: 'POST',
      headers: { origin, 'content-type': 'text/plain' },
      body: call,
    });
    expect(await simple.json()).toMatchObject({ error: { message: 'Invalid request' } });
    expect(await balance({ rpcUrl } as RunningChain)).toBe('0x0');
  });

  it('mines blocks without transactions', async () => {
    const { rpcUrl } = await start();
    await eventually(
      () => callChain(rpcUrl, 'eth_blockNumber', []),
      (number) => Number(number) > 0,
    );
  });
});

describe('ChainState', () => {
  it('moves only a complete file aside that is not being written', () => {
    const state = new ChainState(path.join(testRun().folder, `chain-${randomUUID()}`));
    const afterWrite = (ms: number): number => statSync(state.file).mtimeMs + ms;
    state.keepIfComplete(Date.now());
    writeFileSync(state.file, '{"cut":');
    state.keepIfComplete(afterWrite(1_000));
    expect([existsSync(state.file), state.restoreComplete()]).toEqual([true, false]);
    writeFileSync(state.file, '{"whole":1}');
    state.keepIfComplete(afterWrite(50));
    expect(existsSync(state.file)).toBe(true);
    state.keepIfComplete(afterWrite(1_000));
    expect(existsSync(state.file)).toBe(false);
    state.prepare();
    expect(readFileSync(state.file, 'utf8')).toBe('{"whole":1}');
  });
});
