import { jest } from '@jest/globals';
import { JsonRpcClient, JsonRpcError, JsonRpcUnavailableError } from '@app/common';
import { errorFields, Logger, Metrics, UpstreamCalls } from '@app/observability';
import { ChainBreaker } from './chain-breaker.js';
import { CallRevertedError, ChainRpc } from './chain-rpc.js';
import { ChainUnavailableError } from './chain.js';

const CHAIN_ID = 31_999;
const ADDRESS = `0x${'1'.repeat(40)}`;
const TIMEOUT_MS = 5_000;

type Answer = () => Promise<unknown>;

const answerAfter = (delayMs: number, answer: unknown) =>
  new Promise((resolve) => void setTimeout(() => resolve(answer), delayMs));
const noAnswer: Answer = () => Promise.reject(new JsonRpcUnavailableError('refused', 'connection'));
const timeout: Answer = async () => {
  await answerAfter(TIMEOUT_MS, null);
  throw new JsonRpcUnavailableError('timeout');
};
const refuses: Answer = () => Promise.reject(new JsonRpcError(-32_005, 'the quota of key secret is used up', null));
const reverts: Answer = () => Promise.reject(new JsonRpcError(3, 'execution reverted', '0x'));

describe('ChainBreaker', () => {
  let sent: string[];
  /** Answers of the node by method. `eth_chainId` answers unless it is here. */
  let node: Record<string, Answer>;
  let events: string[];
  let reasons: string[];
  let metrics: Metrics;
  let breaker: ChainBreaker;
  let rpc: ChainRpc;

  beforeEach(() => {
    jest.useFakeTimers();
    [sent, node, events, reasons, metrics] = [[], {}, [], [], Metrics.on()];
    const chainId: Answer = () => Promise.resolve(`0x${CHAIN_ID.toString(16)}`);
    jest.spyOn(JsonRpcClient.prototype, 'send').mockImplementation((method) => {
      sent.push(method);
      return (node[method] ?? (method === 'eth_chainId' ? chainId : () => Promise.resolve('0x1')))();
    });
    const info = ({ event }: { event?: unknown }) => void events.push(String(event));
    const warn = ({ event, reason }: { event?: unknown; reason?: unknown }) => {
      events.push(String(event));
      reasons.push(String(reason));
    };
    breaker = new ChainBreaker({ info, warn });
    const silent = Logger.create({ app: 'test', level: 'silent', format: 'json' });
    const calls = new UpstreamCalls('chain', metrics, silent);
    rpc = new ChainRpc({ url: 'http://127.0.0.1:1', chainId: CHAIN_ID, calls, breaker });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  const read = () => rpc.send('eth_gasPrice', []);
  const fail = () => expect(read()).rejects.toThrow(ChainUnavailableError);
  const setAway = (answer: Answer) => (node = { eth_chainId: answer, eth_gasPrice: answer, eth_call: answer });

  async function open(): Promise<void> {
    await read();
    setAway(noAnswer);
    for (let outage = 0; outage < 3; outage += 1) await fail();
    expect(breaker.isOpen).toBe(true);
    sent.length = 0;
  }

  it('opens after three outages in a row, and then refuses calls without sending them', async () => {
    await read();
    setAway(noAnswer);
    await fail();
    await fail();
    expect(breaker.isOpen).toBe(false);
    await fail();
    expect(breaker.isOpen).toBe(true);
    sent.length = 0;
    await Promise.all(Array.from({ length: 50 }, fail));
    await expect(rpc.call(ADDRESS, '0x')).rejects.toThrow(ChainUnavailableError);
    await expect(rpc.viewAll([])).rejects.toThrow(ChainUnavailableError);
    expect(sent).toEqual([]);
  });

  it('opens for a node that is away when the process starts', async () => {
    setAway(noAnswer);
    for (let outage = 0; outage < 3; outage += 1) await fail();
    await fail();
    expect(sent).toEqual(['eth_chainId', 'eth_chainId', 'eth_chainId']);
  });

  it('counts calls that fail together as one outage', async () => {
    await read();
    setAway(timeout);
    for (const isOpen of [false, false, true]) {
      const calls = Promise.all(Array.from({ length: 20 }, fail));
      await jest.advanceTimersByTimeAsync(TIMEOUT_MS);
      await calls;
      expect(breaker.isOpen).toBe(isOpen);
    }
    expect(sent.filter((method) => method === 'eth_chainId')).toHaveLength(3);
  });

  it('stays closed for slow calls of a node that answers', async () => {
    node['eth_gasPrice'] = timeout;
    for (let calls = 0; calls < 10; calls += 1) {
      const call = fail();
      await jest.advanceTimersByTimeAsync(TIMEOUT_MS);
      await call;
    }
    expect(breaker.isOpen).toBe(false);
    expect(await rpc.send('eth_blockNumber', [])).toBe('0x1');
  });

  it.each([
    ['a revert', reverts, CallRevertedError],
    ['an error of the node', () => Promise.reject(new JsonRpcError(-32_000, 'busy', null)), ChainUnavailableError],
  ])('stays closed for %s', async (_what, answer, error) => {
    node['eth_call'] = answer;
    for (let calls = 0; calls < 10; calls += 1) await expect(rpc.call(ADDRESS, '0x')).rejects.toThrow(error);
    expect(sent.filter((method) => method === 'eth_call')).toHaveLength(10);
  });

  it.each([
    ['of another chain', () => Promise.resolve('0x1'), 'wrong chain'],
    ['that refuses to name its chain', refuses, 'rpc -32005'],
  ])('opens for a node %s, and stays open while it answers so', async (_what, answer, reason) => {
    node['eth_chainId'] = answer;
    for (let calls = 0; calls < 10; calls += 1) await fail();
    expect(sent).toEqual(['eth_chainId', 'eth_chainId', 'eth_chainId']);
    await jest.advanceTimersByTimeAsync(1_000);
    await fail();
    expect([events, reasons, breaker.isRefusing]).toEqual([['chain.breaker_opened'], [reason], true]);
    expect(await metrics.text()).toContain(
      'presage_chain_calls_total{operation="eth_chainId",outcome="no_answer"} 4\n',
    );
    node = {};
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await read()).toBe('0x1');
    expect(events).toEqual(['chain.breaker_opened', 'chain.breaker_closed']);
  });

  it('stays open for a node that refuses every call after an outage', async () => {
    await open();
    setAway(refuses);
    await jest.advanceTimersByTimeAsync(1_000);
    await fail();
    expect([breaker.isOpen, events]).toEqual([true, ['chain.breaker_opened']]);
  });

  it.each<[string, Answer, string]>([
    ['refuses connections', noAnswer, 'connection'],
    ['is silent', () => Promise.reject(new JsonRpcUnavailableError('upstream text', 'timeout')), 'timeout'],
    ['answers 502', () => Promise.reject(new JsonRpcUnavailableError('upstream text', 'http 502')), 'http 502'],
    ['refuses calls', refuses, 'rpc -32005'],
  ])(
    'gives the errors of a node that %s a log-safe code, also while calls are not sent',
    async (_what, answer, code) => {
      setAway(answer);
      for (let calls = 0; calls < 5; calls += 1) {
        const error: unknown = await read().catch((thrown: unknown) => thrown);
        expect(errorFields(error)).toEqual({ errorName: 'ChainUnavailableError', errorCode: code });
      }
      expect(reasons).toEqual([code]);
    },
  );

  it('lets one call a second ask a node that refuses connections', async () => {
    await open();
    for (let tenths = 0; tenths < 50; tenths += 1) {
      await jest.advanceTimersByTimeAsync(100);
      await Promise.all([fail(), fail()]);
    }
    expect(sent).toEqual(Array.from({ length: 5 }, () => 'eth_chainId'));
  });

  it('lets one call at a time wait for a silent node, and no longer than a second', async () => {
    await open();
    setAway(timeout);
    for (let probes = 1; probes <= 10; probes += 1) {
      await jest.advanceTimersByTimeAsync(1_000);
      const probe = fail();
      await fail(); // does not wait
      expect(sent).toHaveLength(probes);
      jest.advanceTimersByTime(1_000);
      await probe;
    }
  });

  it('closes with the first answer', async () => {
    await open();
    node = {};
    await fail();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await read()).toBe('0x1');
    expect(await Promise.all([read(), read()])).toEqual(['0x1', '0x1']);
    expect(events).toEqual(['chain.breaker_opened', 'chain.breaker_closed']);
  });

  it('closes with an answer that comes after its caller has given up', async () => {
    await open();
    node = { eth_chainId: () => answerAfter(3_000, `0x${CHAIN_ID.toString(16)}`) };
    await jest.advanceTimersByTimeAsync(1_000);
    const probe = fail();
    await jest.advanceTimersByTimeAsync(3_000);
    await probe;
    expect(await read()).toBe('0x1');
  });

  it('stays closed when probes of the outage end without an answer later', async () => {
    await open();
    node['eth_chainId'] = timeout;
    const probes = [];
    for (let probe = 0; probe < 4; probe += 1) {
      await jest.advanceTimersByTimeAsync(1_000);
      probes.push(fail());
    }
    await jest.advanceTimersByTimeAsync(1_000);
    node = {};
    expect(await read()).toBe('0x1');
    await Promise.all(probes);
    await jest.advanceTimersByTimeAsync(TIMEOUT_MS);
    expect(breaker.isOpen).toBe(false);
  });

  it('is reported while calls are refused, and no longer by a process that has stopped calling', async () => {
    expect(breaker.isRefusing).toBe(false);
    await open();
    await jest.advanceTimersByTimeAsync(59_000);
    await fail();
    await jest.advanceTimersByTimeAsync(59_000);
    expect(breaker.isRefusing).toBe(true);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(breaker.isRefusing).toBe(false);
  });

  it('does not count refused calls as calls without an answer', async () => {
    await open();
    await Promise.all(Array.from({ length: 50 }, fail));
    const text = await metrics.text();
    expect(text).toContain('presage_chain_calls_total{operation="eth_gasPrice",outcome="no_answer"} 1\n');
  });
});
