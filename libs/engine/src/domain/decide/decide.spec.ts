import {
  APPROVAL_CALL,
  ALLOWED,
  ARMED_AT,
  DEADLINE,
  HASH,
  OTHER_HASH,
  EFFECT,
  SETTINGS,
  type Row,
  buildSubject,
  approval,
  receipt,
  REVERTED,
  OWN,
  used,
  open,
  past,
  late,
  atProvider,
  needFact,
  waits,
  writes,
  fails,
  planned,
  unknown,
  later,
  mined,
  approve,
  withHash,
  decideRow,
} from '../../../../../test/support/decision-rows.js';
import { decide } from './decide.js';
import { KEY_REFUSED, RESEND_REFUSED, SEAL_VIOLATED, UNLISTED } from './send-memo.js';

const STOPPED = {
  kind: 'stop_lane',
  waitingFor: 'paused',
  transition: { event: 'step.seal_violated', step: { providerState: SEAL_VIOLATED } },
};

const unlisted = { ...unknown, providerState: UNLISTED };
const unused = { ...later, refState: open };

/** Another transaction has taken the nonce of its body. */
const plannedAnew = { ...withHash, status: 'planned', transactionHash: null } as const;

const ROWS: readonly Row[] = [
  // planned
  ['planned without a wallet at the provider', planned, { providerWalletId: null }, fails('wallet_not_executable')],
  ['planned while the breaker is open', planned, { breakerOpen: true }, waits('provider')],
  ['planned: the chain before the permit', planned, {}, needFact('rules')],
  ['planned with all rules met, before the permit', planned, { rules: null }, needFact('sendPermit')],
  [
    'planned and bound to fail, which takes no permit',
    planned,
    { rules: 'insufficient_token' },
    fails('insufficient_token'),
  ],
  [
    'planned and waiting for its turn: the permit before the chain',
    planned,
    { hasReservation: true },
    needFact('sendPermit'),
  ],
  ['planned until the token is due', planned, { sendPermit: 340 }, waits('provider', 340)],
  ['planned with the token', planned, { sendPermit: 0 }, needFact('rules')],
  [
    'planned with a rule that does not hold',
    planned,
    { sendPermit: 0, rules: 'market_not_open' },
    fails('market_not_open'),
  ],
  ['planned while the node is away', planned, { sendPermit: 0, rules: 'node_unreachable' }, waits('block', 5_000)],
  ['planned while the node is behind', planned, { sendPermit: 0, rules: 'node_behind' }, waits('block', 1_000)],
  [
    'planned with a rule that does not hold on the pending block',
    planned,
    { sendPermit: 0, rules: 'others_in_flight' },
    waits('lane', 5_000),
  ],
  ['planned without an answer', planned, { sendPermit: 0, rules: 'unanswered' }, writes('execution.delayed')],
  [
    'planned before the allowance shows',
    planned,
    { sendPermit: 0, rules: 'allowance_missing' },
    needFact('earlierSent'),
  ],
  [
    'planned before the allowance shows, its approval sent again',
    planned,
    { sendPermit: 0, rules: 'allowance_missing', earlierSent: true },
    writes('execution.delayed'),
  ],
  ['planned with the ref used', planned, { sendPermit: 0, rules: 'executed_already' }, needFact('refState')],
  [
    'planned with the ref used, unconfirmed',
    planned,
    { sendPermit: 0, rules: 'executed_already', refState: open },
    waits('block'),
  ],
  [
    'planned with the use confirmed',
    planned,
    { sendPermit: 0, rules: 'executed_already', refState: used },
    needFact('effect'),
  ],
  [
    'planned with the effect found',
    planned,
    { sendPermit: 0, rules: 'executed_already', refState: used, effect: EFFECT },
    writes('step.proven_by_ref', { to: 'mined', transactionHash: OTHER_HASH }),
  ],
  ['planned with all rules met', { ...planned, ...approve }, { sendPermit: 0, rules: null }, { kind: 'arm' }],
  [
    'planned anew after a sent body, with a rule that does not hold',
    plannedAnew,
    { rules: 'market_not_open' },
    needFact('refState'),
  ],
  [
    'planned anew while the sent body may be mined',
    plannedAnew,
    { rules: 'market_not_open', refState: open },
    waits('block', 1_000),
  ],
  [
    'planned anew when the sent body can be mined no more',
    plannedAnew,
    { rules: 'market_not_open', refState: past },
    fails('market_not_open'),
  ],
  [
    'planned anew after a sent approval, without which nothing takes effect',
    { ...plannedAnew, ...approve },
    { rules: 'market_not_open' },
    fails('market_not_open'),
  ],
  ['planned without gas, before the permit', planned, { rules: 'insufficient_gas' }, needFact('sendPermit')],
  ['planned without gas that is paid', planned, { rules: 'insufficient_gas', gas: false }, fails('insufficient_gas')],
  ['planned without gas', planned, { sendPermit: 0, rules: 'insufficient_gas' }, needFact('gas')],
  [
    'planned where the custody pays no gas',
    planned,
    { sendPermit: 0, rules: 'insufficient_gas', gas: false },
    fails('insufficient_gas'),
  ],
  ...([true, 'no_answer'] as const).map((gas): Row => [
    `planned without gas, top-up ${String(gas)}`,
    planned,
    { sendPermit: 0, rules: 'insufficient_gas', gas },
    { ...writes('execution.delayed'), waitFor: waits('gas') },
  ]),
  // seals
  ...(['armed', 'unknown'] as const).flatMap((status): Row[] => [
    [`${status}: the seal before anything`, { status }, { seal: undefined }, needFact('seal')],
    [`${status} and changed`, { status }, { seal: 'seal_differs', sendPermit: 0 }, STOPPED],
    [`${status} and changed, past the deadline`, { status }, { ...late, seal: 'seal_differs' }, STOPPED],
    [`${status} without a seal`, { status }, { seal: 'seal_missing', sendPermit: 0 }, STOPPED],
    [
      `${status} without a seal, past the deadline`,
      { status },
      { ...late, seal: 'seal_missing' },
      needFact('refState'),
    ],
  ]),
  [
    'unknown and reported',
    { ...unknown, providerState: SEAL_VIOLATED },
    { seal: 'body_differs' },
    { kind: 'stop_lane', transition: null },
  ],
  // armed and unknown
  ['armed', { status: 'armed' }, {}, needFact('sendPermit')],
  ['armed with the token', { status: 'armed' }, { sendPermit: 0 }, { kind: 'resend' }],
  ['armed while the breaker is open', { status: 'armed' }, { breakerOpen: true }, waits('provider')],
  ['armed until the token is due', { status: 'armed' }, { sendPermit: 9 }, waits('provider', 9)],
  ['unknown and woken early', unknown, {}, waits('provider', 200)],
  ['unknown after many sends and woken early', { ...unknown, sendAttempts: 40 }, {}, waits('provider', 5_000)],
  ['unknown after the shortest backoff', unknown, { nowMs: ARMED_AT + 200 }, needFact('sendPermit')],
  ['unknown for up to a minute', unknown, { nowMs: ARMED_AT + 60_000 }, needFact('sendPermit')],
  ['unknown for longer: the chain first', unknown, later, needFact('refState')],
  ['unknown for longer, executed', unknown, { ...later, refState: used }, needFact('effect')],
  [
    'unknown for longer, its effect found',
    unknown,
    { ...later, refState: used, effect: EFFECT },
    writes('step.proven_by_ref', { to: 'mined', transactionHash: OTHER_HASH }),
  ],
  ['unknown for longer, ref unused', unknown, { ...later, refState: open }, needFact('listed')],
  ...(
    [
      ['with a known key', { providerState: KEY_REFUSED }],
      ['after a refused resend', { providerState: RESEND_REFUSED }],
      ['with a known hash', withHash],
    ] as const
  ).map(([name, fields]): Row => [
    `unknown ${name}`,
    { ...unknown, ...fields },
    { nowMs: ARMED_AT + 5_000 },
    needFact('refState'),
  ]),
  ['unknown without a list', unknown, { ...unused, listed: 'no_answer' }, waits('provider')],
  [
    'unknown and listed',
    unknown,
    { ...unused, listed: [atProvider({}).provider] },
    writes('step.found', { to: 'sent' }),
  ],
  ['unknown and not listed', unknown, { ...unused, listed: [] }, needFact('sendPermit')],
  [
    'unknown, refused and not listed',
    { ...unknown, providerState: RESEND_REFUSED },
    { ...unused, listed: [] },
    writes('step.awaits_deadline', { providerState: UNLISTED }),
  ],
  ['refused and not listed: the chain until the deadline', unlisted, later, needFact('refState')],
  ['refused and not listed, ref unused', unlisted, unused, waits('block', 15_250)],
  ['refused and not listed, shortly before the deadline', unlisted, { ...unused, nowMs: DEADLINE }, waits('block', 1)],
  [
    'refused and not listed, executed',
    unlisted,
    { ...later, refState: used, effect: EFFECT },
    writes('step.proven_by_ref', { to: 'mined' }),
  ],
  ['unknown approval', { ...unknown, ...approve }, later, needFact('allowance')],
  ['unknown approval with less', { ...unknown, ...approve }, { ...later, allowance: 9_999_999n }, needFact('listed')],
  ['unknown approval, allowance unread', { ...unknown, ...approve }, { ...later, allowance: null }, needFact('listed')],
  [
    'unknown approval with enough',
    { ...unknown, ...approve },
    { ...later, allowance: 10_000_000n },
    writes('step.proven_by_allowance'),
  ],
  // past the deadline
  ...(['armed', 'unknown', 'sent'] as const).flatMap((status): Row[] => [
    [`${status} past the deadline`, { status }, late, needFact('refState')],
    [`${status} past the deadline by another clock`, { status }, { ...late, refState: open }, waits('block', 1_000)],
    [`${status} past the deadline on chain`, { status }, { ...late, refState: past }, fails('deadline_passed')],
    [`${status} past the deadline, executed`, { status }, { ...late, refState: used }, needFact('effect')],
    [`${status} past the deadline, logs behind`, { status }, { ...late, refState: used, effect: null }, waits('block')],
    [
      `${status} past the deadline, found`,
      { status },
      { ...late, refState: used, effect: EFFECT },
      writes('step.proven_by_ref'),
    ],
  ]),
  ['approval past the deadline', approve, { ...late, refState: past }, needFact('allowance')],
  [
    'approval past the deadline with enough',
    approve,
    { ...late, refState: past, allowance: 10_000_000n },
    writes('step.proven_by_allowance'),
  ],
  [
    'approval past the deadline without',
    approve,
    { ...late, refState: past, allowance: 0n },
    fails('approval_deadline_passed'),
  ],
  [
    'approval of an executed buy',
    approve,
    { ...late, refState: used, effect: EFFECT },
    writes('step.not_needed', { to: 'done' }),
  ],
  // mined
  ['mined', mined, {}, needFact('confirmed')],
  [
    'mined without its receipt',
    mined,
    { confirmed: { receipt: null, depth: 1 } },
    writes('step.receipt_vanished', { to: 'sent' }),
  ],
  [
    'mined and reverted after a reorganisation',
    mined,
    { confirmed: { receipt: REVERTED, depth: 9 } },
    writes('step.receipt_vanished'),
  ],
  [
    'mined in a foreign receipt',
    mined,
    { confirmed: { receipt: receipt(), depth: 9 } },
    writes('step.receipt_vanished'),
  ],
  ['mined, not deep enough', mined, { confirmed: { receipt: OWN, depth: 1 } }, waits('block')],
  ['mined and confirmed', mined, { confirmed: { receipt: OWN, depth: 2 } }, needFact('readback')],
  ['mined without a readback', mined, { confirmed: { receipt: OWN, depth: 2 }, readback: null }, waits('block', 1_000)],
  [
    'mined long ago without one',
    mined,
    { nowMs: ARMED_AT + 30_000, confirmed: { receipt: OWN, depth: 2 }, readback: null },
    writes('execution.executed', { to: 'done' }),
  ],
  [
    'mined and read back',
    mined,
    { confirmed: { receipt: OWN, depth: 2 }, readback: {} },
    writes('execution.executed', { to: 'done', blockNumber: 7 }),
  ],
  [
    'a mined approval',
    { ...mined, ...approve },
    { confirmed: { receipt: receipt([approval(200_000_000)]), depth: 2 } },
    writes('step.done', { to: 'done' }),
  ],
  ...unarmedRows(),
];

/** Restored from the chain: without a body there is nothing to follow. */
function unarmedRows(): Row[] {
  const restored = { ...mined, body: null, deadlineMs: null };
  const gone = { confirmed: { receipt: null, depth: 1 } };
  return [
    ['a restored step without its receipt', restored, gone, needFact('refState')],
    [
      'a restored step elsewhere',
      restored,
      { ...gone, refState: used, effect: EFFECT },
      writes('step.proven_by_ref', { transactionHash: OTHER_HASH }),
    ],
    [
      'a restored step in the same transaction',
      restored,
      { ...gone, refState: used, effect: { ...EFFECT, transactionHash: HASH } },
      waits('block'),
    ],
    ['a restored step that may return', restored, { ...gone, refState: open }, waits('block')],
    ['a restored step that cannot return', restored, { ...gone, refState: past }, fails('deadline_passed')],
  ];
}

describe('decide', () => {
  it.each(ROWS)('%s', (_name, step, seen, expected) => {
    expect(decideRow(step, seen)).toMatchObject(expected);
  });

  it('counts tries from the first, however long ago the execution was accepted', () => {
    const { step, execution } = buildSubject(planned);
    const seen = { nowMs: ARMED_AT + 86_400_000, providerWalletId: 'wallet', breakerOpen: false, jitter: 1 };
    const unanswered = { ...seen, sendPermit: 0, rules: 'unanswered' } as const;
    expect(decide({ step, execution }, unanswered, SETTINGS)).toMatchObject(writes('execution.delayed'));
    const last = { ...execution, tries: 9 };
    expect(decide({ step: { ...step, ...approve }, execution: last }, unanswered, SETTINGS)).toMatchObject(
      fails('gave_up_before_sending'),
    );
  });

  it.each([
    ['unanswered', 'gave_up_before_buying'],
    ['allowance_missing', 'allowance_missing'],
  ] as const)('fails a buy whose approval was mined after ten tries: %s', (rules, reason) => {
    const { step, execution } = buildSubject(planned);
    const seen = {
      nowMs: ARMED_AT,
      providerWalletId: 'wallet',
      breakerOpen: false,
      jitter: 1,
      sendPermit: 0,
      earlierSent: true,
      rules,
    } as const;
    const last = { ...execution, tries: 9, steps: [{ ...step, ...approve }, step] };
    expect(decide({ step, execution: last }, seen, SETTINGS)).toMatchObject(fails(reason));
  });

  it.each([
    ['a receipt', { ...mined, ...approve }, { confirmed: { receipt: receipt([approval(200_000_000)]), depth: 2 } }],
    ['the allowance', { ...unknown, ...approve }, { ...later, allowance: 10_000_000n }],
  ] as const)('counts the tries of a buy from zero after an approval that %s proves', (_what, step, seen) => {
    expect(decideRow(step, seen)).toMatchObject({ transition: { step: { to: 'done' }, execution: { tries: 0 } } });
  });

  it('arms the approval that comes first, and asks for a turn to send before', () => {
    const rules = { baseUnits: ALLOWED, policyVersion: '7', permit: null };
    const { to: contractAddress, callData } = APPROVAL_CALL;
    expect(decideRow(planned, { rules })).toMatchObject(needFact('sendPermit'));
    expect(decideRow(planned, { rules, sendPermit: 0 })).toMatchObject({
      ...{ kind: 'arm', ready: { kind: 'approve', contractAddress, callData, allowance: rules } },
    });
    expect(decideRow(planned, { rules: null, sendPermit: 0 })).toMatchObject({
      ready: { kind: 'main', allowance: null },
    });
  });

  it.each(['done', 'failed'] as const)('throws for a %s step', (status) => {
    const seen = { nowMs: ARMED_AT, providerWalletId: null, breakerOpen: false, jitter: 1 };
    expect(() => decide(buildSubject({ status }), seen, SETTINGS)).toThrow(`a ${status} step`);
  });
});
