import { AdmissionPolicy } from './admission-policy.js';

interface Load {
  turnMs?: number;
  delayMs?: number;
  behindMs?: number;
  full?: boolean;
}

/** Limits under a load that can be changed. */
function scene(first: Load): { limits: AdmissionPolicy; change: (load: Load) => void } {
  let load = first;
  const limits = new AdmissionPolicy({
    loop: { turnMs: () => load.turnMs ?? 0, delayMs: () => load.delayMs ?? 0 },
    lanes: { behindMs: () => load.behindMs ?? 0 },
    database: { isFull: () => load.full ?? false },
    lanesBehindMs: 60_000,
  });
  return { limits, change: (next) => (load = next) };
}

const EXECUTE = '/agent/intents/agent_intent_1/execute';

describe('AdmissionPolicy', () => {
  it.each<[Load, string, string, string | null]>([
    [{}, 'GET', '/markets', null],
    [{ turnMs: 500, delayMs: 50, behindMs: 60_000 }, 'POST', EXECUTE, null],
    [{ turnMs: 20, delayMs: 300 }, 'GET', '/markets', 'event_loop'],
    [{ turnMs: 5, delayMs: 300 }, 'GET', '/markets', null],
    [{ full: true }, 'GET', '/markets?limit=1', 'database'],
    [{ behindMs: 60_001 }, 'POST', EXECUTE, 'lanes'],
    [{ behindMs: 60_001 }, 'POST', `${EXECUTE}?x=1`, 'lanes'],
    [{ behindMs: 60_001 }, 'GET', EXECUTE, null],
    [{ behindMs: 60_001 }, 'POST', '/agent/intents', null],
  ])('under %p answers %s %s with %p', (load, method, url, reason) => {
    expect(scene(load).limits.reasonToShed(method, url)).toBe(reason);
  });

  it('keeps turns short until the loop is on time again', () => {
    const { limits, change } = scene({ delayMs: 300 });
    limits.reasonToShed('GET', '/markets');
    change({ delayMs: 20, turnMs: 20 });
    expect(limits.reasonToShed('GET', '/markets')).toBe('event_loop');
    change({ delayMs: 5, turnMs: 20 });
    expect(limits.reasonToShed('GET', '/markets')).toBeNull();
    change({ delayMs: 20, turnMs: 20 });
    expect(limits.reasonToShed('GET', '/markets')).toBeNull();
  });

  it.each(['/health', '/readyz', '/health?x', '/readyz?'])('always serves %s', (url) => {
    const { limits } = scene({ turnMs: 1_000, delayMs: 1_000, full: true });
    expect(limits.reasonToShed('GET', url)).toBeNull();
  });

  it('takes no other path for a health check', () => {
    const { limits } = scene({ full: true });
    for (const url of ['/healthy', '/markets/health', '/readyz/x']) {
      expect(limits.reasonToShed('GET', url)).toBe('database');
    }
  });
});
