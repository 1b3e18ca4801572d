import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { testRun } from '../../../../test/support/test-run.js';
import { ChainState } from './chain-state.js';
import { callChain } from './chain-rpc.js';
import { startKeptChain, type RunningChain } from './chain.js';
import { findFreePort } from '../processes/ports.js';

const ACCOUNT = `0x${'ab'.repeat(20)}`;

describe('startKeptChain', () => {
  let folder: string;
  let chain: RunningChain | null = null;

  beforeEach(() => (folder = path.join(testRun().folder, `chain-${randomUUID()}`)));
  afterEach(() => chain?.stop(5_000));

  async function start(): Promise<RunningChain> {
    const { runFolder, folder: runPath } = testRun();
    const logFile = path.join(runPath, `${path.basename(folder)}.log`);
    return (chain = await startKeptChain({ port: await findFreePort(), folder, logFile, runFolder }));
  }

  const balance = async ({ rpcUrl }: RunningChain) => callChain(rpcUrl, 'eth_getBalance', [ACCOUNT, 'latest']);
  const setBalance = ({ rpcUrl }: RunningChain) => callChain(rpcUrl, 'anvil_setBalance', [ACCOUNT, '0x7b']);
  /** The chain writes every second; what is awaited is that, whenever it comes. */
  const untilKept = async (): Promise<void> => {
    const file = path.join(folder, 'state.finished.json');
    while (!existsSync(file) || !readFileSync(file, 'utf8').includes('"0x7b"')) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  it('keeps its state over an orderly stop', async () => {
    await setBalance(await start());
    await chain?.stop(5_000);
    expect(await balance(await start())).toBe('0x7b');
  });

  it('takes the last whole state when a kill cut off the writing of the next one', async () => {
    const first = await start();
    await setBalance(first);
    await untilKept();
    first.kill('SIGKILL');
    await first.exited;
    writeFileSync(new ChainState(folder).file, '{"block":{"number":"0x1"');
    expect(await balance(await start())).toBe('0x7b');
  });

  it('mines a block without being sent anything', async () => {
    const { rpcUrl } = await start();
    while (Number(await callChain(rpcUrl, 'eth_blockNumber', [])) === 0)
      await new Promise((resolve) => setImmediate(resolve));
  });
});

describe('ChainState', () => {
  it('moves only a whole file aside that nobody is writing', () => {
    const state = new ChainState(path.join(testRun().folder, `chain-${randomUUID()}`));
    /** So long after the file was written, however long that is ago. */
    const after = (ms: number): number => statSync(state.file).mtimeMs + ms;
    state.keepIfWhole(Date.now());
    writeFileSync(state.file, '{"cut":');
    state.keepIfWhole(after(1_000));
    expect([existsSync(state.file), state.fallBack()]).toEqual([true, false]);
    writeFileSync(state.file, '{"whole":1}');
    state.keepIfWhole(after(50));
    expect(existsSync(state.file)).toBe(true);
    state.keepIfWhole(after(1_000));
    expect(existsSync(state.file)).toBe(false);
    state.prepare();
    expect(readFileSync(state.file, 'utf8')).toBe('{"whole":1}');
  });
});
