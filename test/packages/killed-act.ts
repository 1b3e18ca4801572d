import { type Action, Presage, type Timer } from '../../packages/sdk/src/index.js';
import { type FakeFaults, FakeService } from './fake-service.js';

export const BUY: Action = {
  purpose: 'rain entry 1',
  agent_id: 'agent_alice_01',
  action: 'buy_yes',
  market_id: 'rain',
  market_contract_address: `0x${'2'.repeat(40)}`,
  amount: '5',
};

/** Time that passes only in sleeps. */
export function virtualTimer(): Timer {
  let nowMs = 0;
  return {
    nowMs: () => nowMs,
    sleep: (ms) => {
      nowMs += ms;
      return Promise.resolve();
    },
  };
}

export function createClient(service: FakeService, fetchOf: typeof fetch = service.fetch): Presage {
  return new Presage({ baseUrl: 'http://presage.test', fetch: fetchOf }, virtualTimer());
}

/** A seeded generator (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Result of a bet after five processes that lost messages and were killed at a random request had tried it. */
export async function effectsOfKilledAct(seed: number): Promise<{ status: string; effects: number[] }> {
  const random = createRandom(seed);
  const service = new FakeService(randomFaults(random));
  for (let attempt = 0; attempt < 5; attempt++) await actUntilKilled(service, random);
  const { status } = await createClient(service).act(BUY);
  return { status, effects: [...service.effects.values()] };
}

function randomFaults(random: () => number): FakeFaults {
  return {
    lose: () => (random() < 0.2 ? (random() < 0.5 ? 'request' : 'answer') : null),
    duration: () => Math.floor(random() * 4),
  };
}

async function actUntilKilled(service: FakeService, random: () => number): Promise<void> {
  let requestsLeft = Math.floor(random() * 12);
  let died = (): void => undefined;
  const death = new Promise<void>((resolve) => (died = resolve));
  const killed = new Promise<never>(() => undefined);
  const act = createClient(service, (...request) => {
    // The process dies at this await: the service may have received the request, nothing runs afterwards.
    if (requestsLeft-- > 0) return service.fetch(...request);
    if (random() < 0.5) service.fetch(...request).catch(() => undefined);
    died();
    return killed;
  });
  await Promise.race([act.act(BUY), death]);
}
