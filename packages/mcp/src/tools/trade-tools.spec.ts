import { Presage } from '@presage/sdk';
import { executeIntent, previewAction } from './trade-tools.js';

const AGENT_ID = 'agent_alice_01';
const INTENT_ID = 'agent_intent_1';

/** Answers for an intent that was cancelled before its first execution. */
const service: typeof fetch = (input) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  const intent = { intent_id: INTENT_ID, agent_id: AGENT_ID, status: 'cancelled', executions_count: 0 };
  const preview = { validation_result: { checks: [] }, warnings: ['Another warning.'], quote: null };
  if (pathname.startsWith('/agent/intents'))
    return Promise.resolve(Response.json({ intent: { ...intent, ...preview } }));
  if (pathname.startsWith('/markets')) return Promise.resolve(Response.json({ market: { onchain: {} } }));
  return Promise.resolve(Response.json({ agent_wallet: { agent_wallet_address: '0x1' } }));
};

/** Answers for an intent in a state, with its checks and its newest execution. */
function serviceWith({ status, checks = [], execution = null }: State): typeof fetch {
  let current = status;
  return (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const intent = { intent_id: INTENT_ID, agent_id: AGENT_ID, executions_count: execution === null ? 0 : 1 };
    const preview = {
      validation_result: { checks },
      warnings: [],
      quote: null,
      created_at: '2026-11-27T12:00:00.000Z',
    };
    const answers: readonly (readonly [RegExp, () => object])[] = [
      [/\/executions$/, () => ({ executions: [execution] })],
      [/\/execute$/, () => ({ execution: {} })],
      [/\/intents/, () => ({ intent: { ...intent, ...preview, status: current } })],
      [/\/markets/, () => ({ market: { onchain: {} } })],
      [/./, () => ({ agent_wallet: { agent_wallet_address: '0x1' } })],
    ];
    if (init?.method === 'POST' && pathname.endsWith('/confirm')) {
      current = 'confirmed';
      const plan = { status: 'confirmed', transaction_request: { ref: '0xref' } };
      return Promise.resolve(Response.json({ execution_plan: plan }));
    }
    return Promise.resolve(Response.json(answers.find(([path]) => path.test(pathname))?.[1]() ?? {}));
  };
}

interface State {
  readonly status: string;
  readonly checks?: readonly object[];
  readonly execution?: object | null;
}

const refusal = (failure_reason: string, code = 'agent_execution_failed') => ({
  ...{ rule: 'simulation', result: 'fail', message: 'No.', code, failure_reason },
});
const failed = (failure_reason: string, retry_safe = true) => ({
  ...{ status: 'failed', failure_reason, error_message: 'No.', retry_safe },
});
const CLAIM = { agent_id: AGENT_ID, action: 'claim_payout', market: 'one', purpose: 'p' } as const;
const EXECUTE = { tool: 'execute_intent', arguments: { intent_id: INTENT_ID, ref: '0xref' } };
const BRIEFING = { tool: 'get_briefing', arguments: { agent_id: AGENT_ID } };
const contextOf = (state: State) => ({
  presage: new Presage({ baseUrl: 'http://service', fetch: serviceWith(state) }),
  signal: new AbortController().signal,
  progress: () => undefined,
});

describe('the next call of preview_action', () => {
  it('is execute_intent where nothing speaks against it, and the intent is confirmed', async () => {
    const checks = [{ rule: 'gas', result: 'pass', code: null }, refusal('not_permitted', 'agent_approval_required')];
    expect(await previewAction.run(CLAIM, contextOf({ status: 'preview', checks }))).toMatchObject({
      ...{ intent: { status: 'confirmed' }, ref: '0xref', next: EXECUTE },
    });
  });

  it('is never execute_intent beside checks that have just failed', async () => {
    const state = { status: 'preview', checks: [refusal('nothing_to_claim')] };
    expect(await previewAction.run(CLAIM, contextOf(state))).toMatchObject({ next: BRIEFING });
  });

  it.each(['confirmed', 'failed'])(
    'is execute_intent for a %s one whose old checks may pass by now',
    async (status) => {
      const execution = status === 'failed' ? failed('nothing_to_claim') : null;
      const state = { status, checks: [refusal('nothing_to_claim')], execution };
      expect(await previewAction.run(CLAIM, contextOf(state))).toMatchObject({
        ...{ next: EXECUTE, warnings: [expect.stringContaining('The checks are those of 2026-11-27')] },
      });
    },
  );

  it.each([
    { status: 'confirmed', checks: [refusal('already_claimed')] },
    { status: 'failed', execution: failed('already_claimed') },
  ])('is get_briefing where nothing can help: %j', async (state) => {
    expect(await previewAction.run(CLAIM, contextOf(state))).toMatchObject({ next: BRIEFING });
  });
});

describe('the next call of execute_intent after a failure', () => {
  const run = (state: State) => executeIntent.run({ intent_id: INTENT_ID, ref: '0xref' }, contextOf(state));

  it.each(['already_claimed', 'already_final', 'market_not_open', 'market_not_ours', 'collateral_mismatch'])(
    'is get_briefing for %s, which stays as it is',
    async (reason) => {
      const result = await run({ status: 'failed', execution: failed(reason) });
      expect(result).toMatchObject({ outcome: 'failed', repeat: 'never', next: BRIEFING });
    },
  );
});

describe('a cancelled intent', () => {
  const context = () => ({
    presage: new Presage({ baseUrl: 'http://service', fetch: service }),
    signal: new AbortController().signal,
    progress: () => undefined,
  });

  it('is reported by execute_intent as failed for good', async () => {
    const result = await executeIntent.run({ intent_id: INTENT_ID, ref: '0x1' }, context());
    expect(result).toMatchObject({ outcome: 'failed', repeat: 'never', execution: null });
  });

  it('is returned by preview_action with the advice to use a new purpose', async () => {
    const action = { agent_id: AGENT_ID, action: 'buy_yes', market: 'one', amount: '5', purpose: 'p' } as const;
    expect(await previewAction.run(action, context())).toMatchObject({
      warnings: [expect.stringContaining('Preview the action with a new purpose.'), 'Another warning.'],
      next: null,
    });
  });
});
