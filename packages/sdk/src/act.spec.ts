import { jest } from '@jest/globals';
import { ActionRefusedError, Presage, PresageError } from './index.js';
import { SYSTEM_TIMER } from './timer.js';
import { BUY, createClient, effectsOfKilledAct, virtualTimer } from '../../../test/packages/killed-act.js';
import { FakeService } from '../../../test/packages/fake-service.js';

describe('act', () => {
  // A killed call never clears the time limit of its request.
  beforeAll(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'performance'] }));
  afterAll(() => jest.useRealTimers());

  it('returns the executed intent, and the same again for the same purpose', async () => {
    const service = new FakeService();
    expect(await createClient(service).act(BUY)).toMatchObject({
      status: 'executed',
      execution: { status: 'executed' },
    });
    expect(await createClient(service).act(BUY)).toMatchObject({ status: 'executed' });
    expect([...service.effects.values()]).toEqual([1]);
  });

  it('sends all requests of an act in one trace, and those of the next in another', async () => {
    const service = new FakeService();
    const traces: (string | null)[] = [];
    const send: typeof fetch = (input, init) => {
      traces.push(new Headers(init?.headers).get('traceparent'));
      return service.fetch(input, init);
    };
    const client = new Presage({ baseUrl: 'http://presage.test', fetch: send }, virtualTimer());
    await client.act(BUY);
    const first = new Set(traces.splice(0));
    await client.act({ ...BUY, purpose: 'another' });
    expect([first.size, new Set(traces).size]).toEqual([1, 1]);
    expect(new Set([...first, ...traces]).size).toBe(2);
  });

  it('derives the idempotency key from the purpose, and the user wallet from the agent', async () => {
    const service = new FakeService();
    await createClient(service).act(BUY);
    const [intent] = [...service.intents.values()];
    const body: Record<string, unknown> = JSON.parse(intent?.body ?? '{}');
    expect(body).toMatchObject({ client_request_id: BUY.purpose, source_client: 'presage-sdk' });
    expect(body.user_wallet).toBe(`0x${'1'.repeat(40)}`);
    expect(body).not.toHaveProperty('purpose');
  });

  it.each(Array.from({ length: 50 }, (_, index) => index + 1))(
    'has one effect in a run that loses messages and is killed at random requests (seed %i)',
    async (seed) => {
      expect(await effectsOfKilledAct(seed)).toEqual({ status: 'executed', effects: [1] });
    },
  );

  it.each([502, 200])(
    'returns a failure that is proven and answered with %d, and starts another attempt only when asked',
    async (status) => {
      const results = [true, false];
      const faults = { duration: () => 0, fails: () => results.shift() ?? false };
      const service = new FakeService({ ...faults, failuresAreResults: status === 200 });
      const failure = { status: 'failed', execution: { status: 'failed', retry_safe: true } };
      expect(await createClient(service).act(BUY)).toMatchObject(failure);
      expect(await createClient(service).act(BUY)).toMatchObject(failure);
      expect(await createClient(service).act(BUY, { retryFailed: true })).toMatchObject({ status: 'executed' });
      expect([...service.effects.values()]).toEqual([1]);
    },
  );

  it('starts no other attempt of a failure that is final, of a success, or of an unknown outcome', async () => {
    const final = new FakeService({ fails: () => true, failureReason: 'already_claimed' });
    expect(await createClient(final).act(BUY)).toMatchObject({ status: 'failed' });
    expect(await createClient(final).act(BUY, { retryFailed: true })).toMatchObject({ status: 'failed' });
    expect([...final.intents.values()].map(({ executions }) => executions.length)).toEqual([1]);

    const service = new FakeService();
    for (let run = 0; run < 3; run++) await createClient(service).act(BUY, { retryFailed: true });
    expect([...service.intents.values()].map(({ executions }) => executions.length)).toEqual([1]);

    const unknown = new FakeService({ fails: () => true, isProven: false });
    for (let run = 0; run < 2; run++) await createClient(unknown).act(BUY, { retryFailed: true });
    expect([...unknown.intents.values()].map(({ executions }) => executions.length)).toEqual([1]);
  });

  it('returns pending after its time limit, and the outcome to the next call', async () => {
    const service = new FakeService({ duration: () => 20 });
    expect(await createClient(service).act(BUY, { timeoutMs: 2_000 })).toMatchObject({ status: 'pending' });
    expect(await createClient(service).act(BUY)).toMatchObject({ status: 'executed' });
  });

  it('is one request once the address of the wallet is known', async () => {
    const service = new FakeService({ duration: () => 0 });
    const client = createClient(service);
    await client.act(BUY);
    service.requests = 0;
    expect(await client.act({ ...BUY, purpose: 'rain entry 2' })).toMatchObject({ status: 'executed' });
    expect(service.requests).toBe(1);
  });

  it('throws what was not accepted, with its intent and checks, and executes it only when asked and not in vain', async () => {
    const failed = (reason: string) => ({ rule: 'simulation', result: 'fail', code: 'x', failure_reason: reason });
    const warning = { rule: 'duplicate', result: 'fail', code: null, failure_reason: null };
    for (const [check, canRetry] of [
      [failed('insufficient_balance'), true],
      [failed('already_claimed'), false],
    ] as const) {
      const service = new FakeService({ checks: () => [check, warning] });
      const refused = await createClient(service)
        .act(BUY, { retryFailed: true })
        .catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(ActionRefusedError);
      expect(refused).toMatchObject({
        code: 'agent_action_refused',
        retryable: false,
        canRetry,
        failedChecks: [check],
      });
      await expect(createClient(service).act(BUY)).rejects.toThrow(ActionRefusedError);
      const again = createClient(service).act(BUY, { retryFailed: true });
      if (canRetry) expect(await again).toMatchObject({ status: 'executed' });
      else await expect(again).rejects.toThrow(ActionRefusedError);
    }
  });

  it('executes what no check refuses, such as one that is unknown, or a preview', async () => {
    const unknown = { rule: 'gas', result: 'unknown', code: null, failure_reason: null };
    const undecided = new FakeService({ checks: () => [unknown] });
    expect(await createClient(undecided).act(BUY)).toMatchObject({ status: 'executed' });
    const previewed = new FakeService();
    await createClient(previewed).preview(BUY);
    expect(await createClient(previewed).act(BUY)).toMatchObject({ status: 'executed' });
  });

  it('never executes what misses its terms', async () => {
    const service = new FakeService();
    const options = { expect: { min_multiple: '2' }, retryFailed: true };
    for (let run = 0; run < 2; run++) {
      await expect(createClient(service).act(BUY, options)).rejects.toMatchObject({ failedChecks: [] });
    }
    expect(service.effects.size).toBe(0);
  });

  it('returns unknown when the service stops answering after it has accepted, and the next call the outcome', async () => {
    let isDown = false;
    const service = new FakeService({
      lose: () => (isDown ? 'request' : null),
      duration: () => {
        isDown = true;
        return 1;
      },
    });
    expect(await createClient(service).act(BUY, { timeoutMs: 30_000 })).toMatchObject({ status: 'unknown' });
    isDown = false;
    expect(await createClient(service).act(BUY)).toMatchObject({ status: 'executed' });
    expect([...service.effects.values()]).toEqual([1]);
  });

  it('throws no_answer when nothing was answered within the time limit', async () => {
    const service = new FakeService({ lose: () => 'request' });
    const failure = createClient(service).act(BUY, { timeoutMs: 5_000 });
    await expect(failure).rejects.toMatchObject({ code: 'no_answer', retryable: true, status: null });
  });

  it.each<[string, (client: Presage) => Promise<unknown>]>([
    ['act', (client) => client.act(BUY, { timeoutMs: 5_000 })],
    ['outcomeOf', (client) => client.outcomeOf('agent_intent_1', { timeoutMs: 5_000 })],
    ['addressOf', (client) => client.addressOf(BUY.agent_id, { timeoutMs: 5_000 })],
    ['request', (client) => client.request('getHealth', { timeoutMs: 10_000 })],
  ])('%s ends soon after its time limit while the service accepts requests and answers none', async (_name, call) => {
    const hanging: typeof fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new TypeError('aborted')));
      });
    const timer = { ...SYSTEM_TIMER, nowMs: () => Date.now() };
    let failure: unknown = null;
    void call(new Presage({ baseUrl: 'http://presage.test', fetch: hanging }, timer)).catch((error: unknown) => {
      failure = error;
    });
    await jest.advanceTimersByTimeAsync(10_000);
    expect(failure).toMatchObject({ code: 'no_answer' });
  });

  it.each([
    [403, 'agent_policy_violation'],
    [403, 'agent_wallet_frozen'],
    [501, 'provider_agent_wallet_execution_not_enabled'],
    [409, 'agent_intent_conflict'],
  ])('throws when it is refused with %i %s', async (status, code) => {
    const service = new FakeService({ refuse: (path) => (path.endsWith('actions') ? { status, code } : null) });
    await expect(createClient(service).act(BUY)).rejects.toMatchObject({ code, status, retryable: false });
    expect(service.effects.size).toBe(0);
  });

  it('waits as long as Retry-After asks for', async () => {
    const refusals = [{ status: 503, code: 'overloaded', retryAfterS: 7 }];
    const service = new FakeService({ refuse: () => refusals.shift() ?? null });
    const timer = virtualTimer();
    await new Presage({ baseUrl: 'http://presage.test', fetch: service.fetch }, timer).act(BUY);
    expect(timer.nowMs()).toBeGreaterThanOrEqual(7_000);
  });

  it('throws a refusal at once that names a time to come again', async () => {
    const paused = { status: 403, code: 'agent_policy_violation', retryAfterS: 30 };
    const service = new FakeService({ refuse: (path) => (path.endsWith('actions') ? paused : null) });
    const timer = virtualTimer();
    const failure = new Presage({ baseUrl: 'http://presage.test', fetch: service.fetch }, timer).act(BUY);
    await expect(failure).rejects.toMatchObject({
      ...{ code: 'agent_policy_violation', retryable: true, retryAfterMs: 30_000 },
      nextActions: ['Repeat the same request after `Retry-After` seconds.'],
    });
    expect(timer.nowMs()).toBe(0);
  });

  it('ends with the reason of the signal', async () => {
    const reason = new Error('the caller left');
    const failure = createClient(new FakeService()).act(BUY, { signal: AbortSignal.abort(reason) });
    await expect(failure).rejects.toBe(reason);
  });

  it.each(['', ' \n', undefined])('refuses the purpose %j, which the service takes for none', async (purpose) => {
    const service = new FakeService();
    const failure = createClient(service).act({ ...BUY, purpose: purpose as string });
    await expect(failure).rejects.toMatchObject({
      code: 'argument_invalid',
      message: expect.stringMatching(/^Change purpose: /),
    });
    expect(service.requests).toBe(0);
  });

  it('states what to do about an error', async () => {
    const service = new FakeService({ refuse: () => ({ status: 400, code: 'agent_wallet_missing' }) });
    const error = await createClient(service)
      .act(BUY)
      .catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(PresageError);
    expect((error as PresageError).nextActions).toEqual(['Register a wallet for the agent.']);
  });
});
