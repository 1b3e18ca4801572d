import { type Explanation, explainExecution, explainIntent, findPausedScope } from './explain.js';
import type { Circumstances, DiagnosedExecution } from './facts.js';

const NOW = new Date('2026-01-02T03:04:05Z');
const secondsAgo = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1_000);

const STATE: Circumstances = {
  now: NOW,
  agentId: 'agent_rain_01',
  walletStatus: 'active',
  agentPaused: false,
  frozenAt: null,
  provisioned: true,
  quarantinedAt: null,
  wakeAt: null,
  isHeld: false,
  isOverdue: false,
  pausedScopes: [],
  workers: 1,
  breakerOpen: false,
  lastPollAgeMs: 500,
  reconcileSince: null,
};

const EXECUTION: DiagnosedExecution = {
  id: 'agent_execution_1',
  intentId: 'agent_intent_1',
  agentId: 'agent_rain_01',
  action: 'buy_yes',
  status: 'queued',
  waitingFor: null,
  errorMessage: null,
  transactionHash: null,
  createdAt: secondsAgo(40),
  completedAt: null,
  ahead: 0,
  firstAhead: null,
  isSealViolated: false,
  deadline: null,
};

const explain = (fields: Partial<DiagnosedExecution>, state: Partial<Circumstances> = {}): Explanation =>
  explainExecution({ ...EXECUTION, ...fields }, { ...STATE, ...state }, null);

describe('explainExecution', () => {
  it.each<[string, Partial<DiagnosedExecution>, Partial<Circumstances>, string]>([
    ['queued', {}, { wakeAt: new Date(NOW.getTime() + 5_000) }, 'is queued since 40 s; a worker serves it in 5 s'],
    [
      'queued, and due',
      { createdAt: secondsAgo(5) },
      { wakeAt: secondsAgo(5) },
      'is queued since 5 s; the next free worker serves it',
    ],
    ['queued, and served', {}, { isHeld: true }, 'is queued since 40 s; a worker serves it now'],
    ['queued for gas', { waitingFor: 'gas' }, {}, 'waits: its wallet is being sent gas'],
    ['queued for the provider', { waitingFor: 'provider' }, {}, 'waits: the wallet provider does not answer'],
    ['behind the breaker', {}, { breakerOpen: true }, 'waits: the wallet provider rejects the credentials'],
    [
      'stopped by a restore',
      {},
      { reconcileSince: secondsAgo(600) },
      'waits: the database was restored 10 min ago, and the records are not reconciled with the chain',
    ],
    ['submitting', { status: 'submitting' }, {}, 'is being sent since 40 s'],
    [
      'broadcast, whose block may have vanished',
      { status: 'broadcast', transactionHash: '0x1', deadline: NOW },
      {},
      'waits for a block with its transaction 0x1, until 2026-01-02T03:04:05.000Z at the latest',
    ],
    [
      'broadcast, and stopped by a restore',
      { status: 'broadcast', transactionHash: '0x1', deadline: NOW },
      { reconcileSince: secondsAgo(600) },
      'waits for a block with its transaction 0x1, until 2026-01-02T03:04:05.000Z at the latest; the database was restored 10 min ago, and the records are not reconciled with the chain',
    ],
    ['cancelled', { status: 'cancelled', completedAt: secondsAgo(7_200) }, {}, 'was cancelled 2 h ago'],
    [
      'executed',
      { status: 'executed', completedAt: secondsAgo(200_000), transactionHash: '0x1' },
      {},
      'was executed 2 d ago in 0x1',
    ],
  ])('names the cause of one that is %s', (_status, fields, state, cause) => {
    expect(explain(fields, state)).toMatchObject({ cause });
  });

  it.each<[string, Partial<DiagnosedExecution>, string]>([
    ['queued', {}, 'waits: no worker has read the chain for 30 s, as when its node does not answer'],
    [
      'submitting',
      { status: 'submitting' },
      'is being sent since 40 s; no worker has read the chain for 30 s, as when its node does not answer',
    ],
    [
      'broadcast',
      { status: 'broadcast', transactionHash: '0x1', deadline: NOW },
      'waits for a block with its transaction 0x1, until 2026-01-02T03:04:05.000Z at the latest; no worker has read the chain for 30 s, as when its node does not answer',
    ],
  ])('blames the node instead of the worker for one that is %s while the node is away', (_status, fields, cause) => {
    expect(explain(fields, { lastPollAgeMs: 30_000 })).toEqual({
      cause,
      remedy: 'see docs/runbooks/other-alerts.md#the-node-does-not-answer',
    });
  });

  it('blames the worker for a queued one while no worker polls the node', () => {
    expect(explain({}, { lastPollAgeMs: 90_000, workers: 0 }).cause).toContain('no worker with credentials');
  });

  it.each<[string, Partial<DiagnosedExecution>]>([
    ['waits: ', {}],
    ['is being sent since 40 s; ', { status: 'submitting' }],
    [
      'waits for a block with its transaction (hash not known), until its deadline at the latest; ',
      { status: 'broadcast' },
    ],
  ])('says of a lane that no worker holds although it is due: %s', (begin, fields) => {
    const { cause, remedy } = explain(fields, { wakeAt: secondsAgo(90), isOverdue: true });
    expect(cause).toBe(`${begin}the lane of agent_rain_01 is due since 90 s, and no worker holds it`);
    expect(remedy).toContain('other-alerts.md');
  });

  it('names a violated seal instead of a transaction that was sent', () => {
    expect(explain({ status: 'unknown', isSealViolated: true })).toEqual({
      cause: 'waits: its seal is violated, and no worker sends it',
      remedy: 'see docs/runbooks/seal-violated.md',
    });
  });

  it('says until when an unknown outcome may last', () => {
    expect(explain({ status: 'unknown', deadline: NOW })).toEqual({
      cause: expect.stringContaining('the first confirmed block after 2026-01-02T03:04:05.000Z'),
      remedy: 'npm run ops -- executions show agent_execution_1',
    });
  });
});

describe('explainIntent', () => {
  it('names a cancelled intent, and one of an agent without a wallet', () => {
    const intent = { id: 'agent_intent_1', agentId: 'agent_rain_01', action: 'buy_yes' } as const;
    expect(explainIntent({ ...intent, status: 'cancelled' }, STATE, null).cause).toBe(
      'is cancelled, without an execution',
    );
    expect(explainIntent({ ...intent, status: 'confirmed' }, null, null).cause).toBe(
      'is confirmed: it was not executed',
    );
  });
});

describe('findPausedScope', () => {
  it.each([
    [{ pausedScopes: [], agentPaused: false }, 'buy_yes', null],
    [{ pausedScopes: ['global'], agentPaused: true }, 'buy_yes', 'agent_rain_01'],
    [{ pausedScopes: ['global'], agentPaused: true }, 'claim_payout', null],
    [{ pausedScopes: ['claim_payout'], agentPaused: false }, 'claim_payout', 'claim_payout'],
    [{ pausedScopes: ['global'], agentPaused: false }, 'buy_no', 'global'],
  ] as const)('of %j and %s is %s', ({ pausedScopes, agentPaused }, action, scope) => {
    expect(findPausedScope({ ...STATE, pausedScopes: [...pausedScopes], agentPaused }, action)).toBe(scope);
  });
});
