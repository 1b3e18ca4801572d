import type { Call, ScriptedAnswer, Vector } from './vector.js';

const ID = 'agent_intent_1';
const WALLET = { json: { agent_wallet: { agent_wallet_address: `0x${'1'.repeat(40)}` } } };
const FIELDS = {
  ...{ purpose: 'rain entry 1', agent_id: 'agent_alice_01', action: 'buy_yes', market_id: 'rain – Größe "€"' },
  ...{ market_contract_address: `0x${'2'.repeat(40)}`, amount: '5' },
};
const PROOF = { retry_safe: true, failure_reason: 'nothing_to_claim' };

function intent(
  status: string,
  executions = status === 'preview' || status === 'confirmed' ? 0 : 1,
  checks: object[] = [],
) {
  return { intent_id: ID, status, executions_count: executions, validation_result: { checks } };
}

const execution = (status: string, more: object = {}) => ({ status, retry_safe: null, failure_reason: null, ...more });
const acted = (status: string, ended: string, code = 200): ScriptedAnswer => ({
  ...{ status: code, json: { intent: intent(status), execution: execution(ended) } },
});
const read = (status: string, executions?: number): ScriptedAnswer => ({
  json: { intent: intent(status, executions) },
});
const listed = (status: string, more: object = {}): ScriptedAnswer => ({
  json: { executions: [execution(status, more)] },
});
const failure = (status: number, code: string, more: object = {}, headers = {}): ScriptedAnswer => ({
  ...{ status, headers, json: { error: { code, message: `It is ${code}.`, ...more } } },
});
const html = (status: number, headers = {}): ScriptedAnswer => ({ status, text: '<html>', headers });

const EXECUTED = acted('executed', 'executed');
const DONE = { status: 'executed', intent_status: 'executed', execution: 'executed' };
/** Answers after which the same request is sent again. */
const REPEATED: Readonly<Record<string, ScriptedAnswer>> = {
  'no answer': { fault: 'drop' },
  'a cut answer': { ...EXECUTED, fault: 'cut' },
  'cut chunks': { ...EXECUTED, fault: 'cut-chunked' },
  '408': failure(408, 'request_timeout'),
  '429 after 0 s': failure(429, 'rate_limited', {}, { 'retry-after': '0' }),
  '429 after 1 s': failure(429, 'rate_limited', {}, { 'retry-after': '1' }),
  '429 without a time': failure(429, 'rate_limited'),
  '500': failure(500, 'internal_error'),
  '502 of a proxy': html(502),
  '503 overloaded': failure(503, 'overloaded', {}, { 'retry-after': '7' }),
  '503 database': failure(503, 'database_unavailable', {}, { 'retry-after': '2' }),
  '503 of a proxy': html(503, { 'retry-after': '3' }),
  '504 of a proxy': html(504),
};
/** Answers that end the call. */
const REFUSED: readonly (readonly [status: number, code: string])[] = [
  [400, 'agent_intent_invalid'],
  [400, 'agent_wallet_missing'],
  [401, 'api_key_invalid'],
  [403, 'agent_policy_violation'],
  [403, 'agent_wallet_frozen'],
  [403, 'agent_approval_required'],
  [404, 'agent_wallet_not_found'],
  [409, 'agent_intent_conflict'],
  [410, 'agent_intent_archived'],
  [501, 'provider_agent_wallet_execution_not_enabled'],
];

/** Actions: lost, refused, unfinished and failed at each step. */
export function actVectors(): Vector[] {
  return [...finished(), ...repeated(), ...refusals(), ...failures(), ...unfinished(), ...previews()];
}

function act(
  name: string,
  answers: readonly ScriptedAnswer[],
  result: Vector['result'],
  more: Partial<Call> = {},
): Vector {
  const call: Call = { do: 'act', fields: FIELDS, ...more };
  return { name: `act: ${name}`, call, answers: [WALLET, ...answers], result, requests: answers.length + 1 };
}

function finished(): Vector[] {
  const { purpose, agent_id, market_id } = FIELDS;
  const terms = { question: 'Regnet’s?', close_timestamp: '2027-01-01T00:00:00Z' };
  const created = { purpose, agent_id, action: 'create_market', market_id, ...terms };
  const token = { json: { collateral_erc20_interface: '0xc0' } };
  const own = { ...FIELDS, user_wallet: '0xuser' };
  return [
    act('executed', [EXECUTED], DONE),
    act(
      'executed after 202',
      [acted('executing', 'queued', 202), read('executing'), listed('queued'), read('executed'), listed('executed')],
      DONE,
    ),
    act('cancelled', [acted('cancelled', 'cancelled')], { status: 'cancelled' }),
    act('failed, answered with 200', [acted('failed', 'failed')], { status: 'failed' }),
    act('terms', [EXECUTED], DONE, { expect: { min_multiple: '1.2', max_fee: '0.01' } }),
    act('a market', [token, EXECUTED], DONE, { fields: created }),
    act('a market of another resolver', [EXECUTED], DONE, {
      fields: { ...created, resolver: '0xr', collateral_token: '0xt' },
    }),
    { ...act('an own user', [], DONE, { fields: own }), answers: [EXECUTED], requests: 1 },
    act('the same key in other words', [EXECUTED], DONE, { fields: { ...FIELDS, purpose: '  ü 😀 ' } }),
    act('without a key', [EXECUTED], DONE, { key: null }),
    act('at most 30 seconds', [EXECUTED], DONE, { timeout: 30 }),
    act('at most 7.5 seconds', [EXECUTED], DONE, { timeout: 7.5 }),
    act('no wait', [EXECUTED], DONE, { timeout: 0.5 }),
  ];
}

function repeated(): Vector[] {
  const notYet = { json: { agent_wallet: { agent_wallet_address: null } } };
  const steps = Object.entries(REPEATED).flatMap(([name, answer]) => [
    act(`${name}, then executed`, [answer, EXECUTED], DONE),
    act(`${name} twice, then executed`, [answer, answer, EXECUTED], DONE),
    { ...act(`${name} of the wallet`, [WALLET, EXECUTED], DONE), answers: [answer, WALLET, EXECUTED] },
    act(
      `${name} while reading`,
      [acted('executing', 'queued', 202), answer, read('executed'), answer, listed('executed')],
      DONE,
    ),
  ]);
  return [
    ...steps,
    { ...act('a wallet without an address', [WALLET, EXECUTED], DONE), answers: [notYet, WALLET, EXECUTED] },
  ];
}

function refusals(): Vector[] {
  const check = (result: string, code: string | null, failure_reason: string | null = null) => ({
    result,
    code,
    failure_reason,
  });
  const refused = (...checks: object[]) =>
    failure(409, 'agent_action_refused', { intent_id: ID, intent: intent('preview', 0, checks) });
  const later = refused(check('fail', 'x', 'insufficient_balance'), check('fail', null));
  const never = refused(check('fail', 'x', 'already_claimed'));
  const undecided = refused(check('pass', null), check('unknown', null));
  const run = [
    read('preview'),
    { json: { execution_plan: {} } },
    { status: 202, json: {} },
    read('executed'),
    listed('executed'),
  ];
  const known = { json: { intents: [intent('preview')] } };
  const code = 'agent_action_refused';
  return [
    ...REFUSED.map(([status, refusal]) => {
      // A refusal that names its intent: the intent is read, and has not ended. A conflict names the intent of another action.
      const after = refusal === 'agent_intent_conflict' ? [] : [read('preview')];
      return act(`${status} ${refusal}`, [failure(status, refusal, { intent_id: ID }), ...after], {
        code: refusal,
        status,
      });
    }),
    act('a pause', [failure(403, 'agent_policy_violation', { paused: true }, { 'retry-after': '30' })], {
      code: 'agent_policy_violation',
      retryable: true,
      retry_after_ms: 30000,
    }),
    act('a redirect', [{ status: 308, headers: { location: '/x' } }], {
      code: 'argument_invalid',
      argument: 'base_url',
    }),
    act('broken JSON', [{ text: '{"intent":', headers: { 'content-type': 'application/json' } }], {
      code: 'unexpected_answer',
      status: 200,
    }),
    act('a page of another server', [{ text: '<html>', headers: { 'content-type': 'text/html' } }], {
      ...{ code: 'unexpected_answer', status: 200 },
    }),
    act('a failed check', [later], { code, failed_checks: 1, retryable: false }),
    act(
      'a failed check, not to be tried yet',
      [{ json: { intents: [] } }, later],
      { code, failed_checks: 1 },
      { retry_failed: true },
    ),
    act('a failed check, tried again', [known, later, ...run], DONE, { retry_failed: true }),
    act('a check that failed for good', [known, never], { code, failed_checks: 1 }, { retry_failed: true }),
    act('an unknown check', [undecided, ...run], DONE),
    act('an unknown check with terms', [undecided], { code, failed_checks: 1 }, { expect: { max_fee: '1' } }),
    act('missed terms', [refused()], { code, failed_checks: 0 }, { expect: { min_multiple: '9' } }),
    {
      name: 'act: a blank purpose',
      call: { do: 'act', fields: { ...FIELDS, purpose: ' \n' } },
      answers: [],
      result: { code: 'argument_invalid', argument: 'purpose' },
      requests: 0,
    },
  ];
}

function failures(): Vector[] {
  const failed = failure(502, 'agent_execution_failed', { intent_id: ID, failure_reason: 'nothing_to_claim' });
  const known = { json: { intents: [intent('failed')] } };
  const again = [{ json: { execution_plan: {} } }, { status: 202, json: {} }, read('executed'), listed('executed')];
  const ended = (more: object) => [failed, read('failed'), listed('failed', more)];
  return [
    act('a proven failure', ended(PROOF), { status: 'failed', execution: 'failed' }),
    act('a proven failure, tried again', [known, ...ended(PROOF), ...again], DONE, { retry_failed: true }),
    act(
      'a new failure, not tried again',
      [{ json: { intents: [] } }, ...ended(PROOF)],
      { status: 'failed' },
      { retry_failed: true },
    ),
    act(
      'a final failure',
      [known, ...ended({ ...PROOF, failure_reason: 'already_claimed' })],
      { status: 'failed' },
      { retry_failed: true },
    ),
    act(
      'an unproven failure',
      [known, ...ended({ ...PROOF, retry_safe: false })],
      { status: 'failed' },
      { retry_failed: true },
    ),
    act(
      'a refusal of what has been executed',
      [failure(409, 'agent_wallet_status_invalid', { intent_id: ID }), read('executed'), listed('executed')],
      DONE,
    ),
  ];
}

function unfinished(): Vector[] {
  const pending = [read('executing'), listed('queued')];
  const unknown = [read('executing'), listed('unknown')];
  const lost: ScriptedAnswer = { fault: 'drop' };
  const accepted = acted('executing', 'queued', 202);
  return [
    act(
      'unknown, then executed',
      [acted('executing', 'unknown', 202), read('executing'), listed('unknown'), read('executed'), listed('executed')],
      DONE,
    ),
    act(
      'pending at the time limit',
      [accepted, ...pending, ...pending, ...pending],
      { status: 'pending', execution: 'queued' },
      { timeout: 0.2 },
    ),
    act(
      'unknown at the time limit',
      [accepted, ...unknown, ...unknown, ...unknown],
      { status: 'unknown', execution: 'unknown' },
      { timeout: 0.2 },
    ),
    act(
      'silence after it was accepted',
      [accepted, lost, lost],
      { status: 'unknown', execution: 'queued' },
      { timeout: 0.3 },
    ),
    act('silence', [lost, lost], { code: 'no_answer', retryable: true }, { timeout: 0.3 }),
    act(
      '429 beyond the time limit',
      [failure(429, 'rate_limited', {}, { 'retry-after': '60' })],
      { code: 'rate_limited' },
      { timeout: 30 },
    ),
  ];
}

function previews(): Vector[] {
  const created = { json: { intent: intent('preview') } };
  const preview = (name: string, answers: readonly ScriptedAnswer[], result: Vector['result']): Vector => ({
    ...{ name: `preview: ${name}`, call: { do: 'preview', fields: FIELDS }, answers: [WALLET, ...answers] },
    ...{ result, requests: answers.length + 1 },
  });
  const run = (
    name: string,
    answers: readonly ScriptedAnswer[],
    result: Vector['result'],
    more: Partial<Call> = {},
  ): Vector => ({
    ...{
      name: `run: ${name}`,
      call: { do: 'run', body: intent('preview'), ...more },
      answers,
      result,
      requests: answers.length,
    },
  });
  const plan = { json: { execution_plan: {} } };
  const done = [read('executed'), listed('executed')];
  return [
    preview('created', [created], created.json),
    preview('again', [{ ...created, status: 201 }], created.json),
    preview('conflict', [failure(409, 'agent_intent_conflict', { intent_id: ID })], { code: 'agent_intent_conflict' }),
    ...Object.entries(REPEATED).map(([name, answer]) => preview(name, [answer, created], created.json)),
    run('executed', [plan, { status: 202, json: {} }, ...done], DONE),
    ...Object.entries(REPEATED).map(([name, answer]) =>
      run(`${name} of confirm`, [answer, plan, { status: 202, json: {} }, ...done], DONE),
    ),
    ...Object.entries(REPEATED).map(([name, answer]) => run(`${name} of execute`, [plan, answer, ...done], DONE)),
    run('executed by another process', [failure(409, 'agent_intent_status_invalid'), ...done], DONE),
    run('refused', [plan, failure(403, 'agent_policy_violation'), read('confirmed')], {
      code: 'agent_policy_violation',
    }),
    run(
      'a failure without a wait',
      [plan, failure(502, 'agent_execution_failed'), read('failed'), listed('failed', PROOF)],
      { status: 'failed' },
    ),
  ];
}
