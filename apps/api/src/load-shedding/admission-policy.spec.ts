import { AdmissionPolicy } from './admission-policy.js';

interface Load {
  turnMs?: number;
  delayMs?: number;
  backlogMs?: number;
  providerMs?: number;
  /** Wait of the account `busy` at the provider. */
  busyMs?: number;
  poolIsFull?: boolean;
}

/** A policy under a load that can be changed. */
function policyUnder(initial: Load): { policy: AdmissionPolicy; change: (load: Load) => void } {
  let load = initial;
  const policy = new AdmissionPolicy({
    loop: { turnMs: () => load.turnMs ?? 0, delayMs: () => load.delayMs ?? 0 },
    backlog: {
      ageMs: () => load.backlogMs ?? 0,
      providerDelayMs: (accountId) => (accountId === 'busy' ? load.busyMs : load.providerMs) ?? 0,
    },
    pool: { isFull: () => load.poolIsFull ?? false },
    maxBacklogMs: 60_000,
  });
  return { policy, change: (next) => (load = next) };
}

const EXECUTE = '/agent/intents/:intent_id/execute';

describe('AdmissionPolicy', () => {
  it.each<[Load, string, string, string | null]>([
    [{}, 'GET', '/markets', null],
    [{ turnMs: 500, delayMs: 50, backlogMs: 60_000 }, 'POST', EXECUTE, null],
    [{ turnMs: 20, delayMs: 300 }, 'GET', '/markets', 'event_loop'],
    [{ turnMs: 5, delayMs: 300 }, 'GET', '/markets', null],
    [{ poolIsFull: true }, 'GET', '/markets', 'database'],
    [{ backlogMs: 60_001 }, 'POST', EXECUTE, 'lanes'],
    [{ backlogMs: 60_001 }, 'GET', EXECUTE, null],
    [{ providerMs: 60_000 }, 'POST', EXECUTE, null],
    [{ providerMs: 60_001 }, 'POST', EXECUTE, 'provider'],
    [{ providerMs: 60_001 }, 'GET', EXECUTE, null],
    [{ backlogMs: 60_001 }, 'POST', '/agent/actions', 'lanes'],
    [{ backlogMs: 60_001 }, 'POST', '/agent/intents', null],
  ])('under %p sheds %s %s for %p', (load, method, route, reason) => {
    expect(policyUnder(load).policy.reasonToShed(method, route)).toBe(reason);
  });

  it('refuses the executions of an account that waits too long itself, and no others', () => {
    const { policy } = policyUnder({ busyMs: 90_500 });
    expect(policy.reasonToShed('POST', EXECUTE)).toBeNull();
    expect(policy.reasonToShedExecute('busy')).toBe('provider');
    expect(policy.retryAfterS('provider', 'busy')).toBe(31);
    expect(policy.reasonToShedExecute('other')).toBeNull();
  });

  it('keeps turns short until the event loop is on time again', () => {
    const { policy, change } = policyUnder({ delayMs: 300 });
    policy.reasonToShed('GET', '/markets');
    change({ delayMs: 20, turnMs: 20 });
    expect(policy.reasonToShed('GET', '/markets')).toBe('event_loop');
    change({ delayMs: 5, turnMs: 20 });
    expect(policy.reasonToShed('GET', '/markets')).toBeNull();
    change({ delayMs: 20, turnMs: 20 });
    expect(policy.reasonToShed('GET', '/markets')).toBeNull();
  });

  it.each(['/health', '/readyz'])('never sheds %s', (route) => {
    const { policy } = policyUnder({ turnMs: 1_000, delayMs: 1_000, poolIsFull: true });
    expect(policy.reasonToShed('GET', route)).toBeNull();
  });

  it('tells clients to come back when the provider has caught up', () => {
    expect(policyUnder({ providerMs: 90_500 }).policy.retryAfterS('provider')).toBe(31);
    expect(policyUnder({ providerMs: 60_001 }).policy.retryAfterS('provider')).toBe(5);
    expect(policyUnder({}).policy.retryAfterS('lanes')).toBe(5);
    expect(policyUnder({}).policy.retryAfterS('database')).toBe(1);
  });

  it('sheds requests to unknown paths', () => {
    expect(policyUnder({ poolIsFull: true }).policy.reasonToShed('GET', undefined)).toBe('database');
  });
});
