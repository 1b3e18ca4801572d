import { jest } from '@jest/globals';
import { FakeService } from '../../../test/packages/fake-service.js';
import { runProgram } from './program.js';

const MARKET = `0x${'2'.repeat(40)}`;

describe('an action that has failed without effect', () => {
  afterEach(() => jest.restoreAllMocks());

  /** Runs a command against the service, which lists one market. */
  async function run(service: FakeService, ...words: readonly string[]): Promise<Record<string, unknown>> {
    const market = { onchain: { market_id: 'rain', market_contract_address: MARKET } };
    jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      if (new URL(url).pathname === '/markets') return Promise.resolve(Response.json({ markets: [market] }));
      return service.fetch(url, init);
    });
    let out = '';
    const terminal = {
      out: (text: string) => (out += text),
      err: (text: string) => (out += text),
      isInteractive: false,
    };
    const environment = { url: 'http://presage.test', apiKey: undefined, agentId: 'agent_alice_01' };
    const code = await runProgram(words, { environment, terminal });
    const outcome: object = JSON.parse(out);
    return { code, ...outcome };
  }

  it.each([
    ['claim', MARKET],
    ['close', MARKET],
    ['resolve', MARKET, 'YES'],
  ])('is tried again by the same command without --purpose: %s', async (...words) => {
    let isTooEarly = true;
    const service = new FakeService({ fails: () => isTooEarly });
    expect(await run(service, ...words)).toMatchObject({ code: 1, status: 'failed', attempt: 1 });
    isTooEarly = false;
    for (let repeat = 0; repeat < 2; repeat++) {
      expect(await run(service, ...words)).toMatchObject({ code: 0, status: 'executed', attempt: 2 });
    }
    expect([...service.effects.values()]).toEqual([1]);
  });

  it('is tried again for a purpose of the caller only with --retry', async () => {
    const results = [true, false];
    const service = new FakeService({ fails: () => results.shift() ?? false });
    const words = ['claim', MARKET, '--purpose', 'mine'];
    for (let repeat = 0; repeat < 2; repeat++) {
      expect(await run(service, ...words)).toMatchObject({ code: 1, status: 'failed', attempt: 1 });
    }
    expect(await run(service, ...words, '--retry')).toMatchObject({ code: 0, attempt: 2 });
  });

  it('stays as it is where nothing can change it', async () => {
    const service = new FakeService({ fails: () => true, failureReason: 'already_claimed' });
    for (let repeat = 0; repeat < 2; repeat++) {
      expect(await run(service, 'claim', MARKET)).toMatchObject({
        ...{ code: 1, status: 'failed', attempt: 1, retry_safe: false },
      });
    }
  });
});
