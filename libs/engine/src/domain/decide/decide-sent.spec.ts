import { computeRef } from '@app/chain';
import { decide } from './decide.js';
import {
  ARMED_AT,
  HASH,
  OTHER_HASH,
  WALLET,
  MARKET,
  COLLATERAL,
  EFFECT,
  REF,
  type Row,
  bought,
  approval,
  receipt,
  REVERTED,
  OWN,
  used,
  open,
  atProvider,
  needFact,
  waits,
  writes,
  fails,
  withHash,
  approve,
  decideRow,
  buildSubject,
  SETTINGS,
} from '../../../../../test/support/decision-rows.js';

const ROWS: readonly Row[] = [
  // sent: receipts
  ['sent with a hash', withHash, {}, needFact('receipts')],
  [
    'sent with an own receipt',
    withHash,
    { receipts: [OWN] },
    writes('step.mined', { to: 'mined', transactionHash: HASH }),
  ],
  [
    'sent with an own receipt beside a reverted one',
    withHash,
    { receipts: [{ ...REVERTED, transactionHash: OTHER_HASH }, OWN] },
    writes('step.mined'),
  ],
  [
    'a receipt without logs',
    withHash,
    { receipts: [receipt()] },
    writes('step.foreign_hash', { foreignHash: HASH, transactionHash: null }),
  ],
  [
    'a receipt with another ref',
    withHash,
    { receipts: [receipt([bought(computeRef('other'))])] },
    writes('step.foreign_hash'),
  ],
  [
    'a receipt of another account',
    withHash,
    { receipts: [receipt([bought(REF, MARKET)])] },
    writes('step.foreign_hash'),
  ],
  [
    'a receipt with the ref from another contract',
    withHash,
    { receipts: [receipt([{ ...bought(REF), address: COLLATERAL }])] },
    writes('step.foreign_hash'),
  ],
  [
    'an approval’s receipt',
    { ...withHash, ...approve },
    { receipts: [receipt([approval(200_000_000)])] },
    writes('step.mined'),
  ],
  [
    'an approval of another amount',
    { ...withHash, ...approve },
    { receipts: [receipt([approval(1)])] },
    writes('step.foreign_hash'),
  ],
  [
    'an approval of another spender',
    { ...withHash, ...approve },
    { receipts: [receipt([approval(200_000_000, WALLET)])] },
    writes('step.foreign_hash'),
  ],
  ['sent, young and not mined', withHash, { receipts: [], nowMs: ARMED_AT + 4_000 }, waits('block', 1_000)],
  ['sent, older and not mined', withHash, { receipts: [], nowMs: ARMED_AT + 10_000 }, needFact('provider')],
  // sent: the provider
  ['sent without a hash', {}, {}, needFact('provider')],
  ['sent without an answer', {}, { provider: 'no_answer' }, waits('provider', 1_000)],
  ['sent and forgotten', {}, { provider: null }, writes('step.forgotten_by_provider', { to: 'unknown' })],
  ['sent and pending', {}, atProvider({}), waits('provider', 40)],
  [
    'sent with a new hash',
    {},
    atProvider({ transactionHash: HASH }),
    writes('step.broadcast', { transactionHash: HASH }),
  ],
  [
    'the provider’s known hash, without a receipt',
    withHash,
    { ...atProvider({ transactionHash: HASH }), receipts: [], nowMs: ARMED_AT + 10_000 },
    waits('block', 2_500),
  ],
  [
    'the provider’s known hash, complete there, without a receipt',
    withHash,
    { ...atProvider({ state: 'complete', transactionHash: HASH }), receipts: [], nowMs: ARMED_AT + 10_000 },
    waits('block', 2_500),
  ],
  [
    'the provider’s known hash, old, without a receipt',
    withHash,
    { ...atProvider({ state: 'sent', transactionHash: HASH }), receipts: [], nowMs: ARMED_AT + 120_000 },
    { kind: 'arm_acceleration' },
  ],
  [
    'sent with a foreign hash',
    { foreignHashes: [HASH] },
    atProvider({ state: 'complete', transactionHash: HASH }),
    needFact('refState'),
  ],
  [
    'sent with a foreign hash, unused ref',
    { foreignHashes: [HASH] },
    { ...atProvider({ state: 'sent' }), refState: open },
    waits('block', 1_000),
  ],
  [
    'sent with a foreign hash, used ref',
    { foreignHashes: [HASH] },
    { ...atProvider({ state: 'sent' }), refState: used, effect: EFFECT },
    writes('step.proven_by_ref'),
  ],
  [
    'an approval with a foreign hash',
    { ...approve, foreignHashes: [HASH] },
    { ...atProvider({ state: 'complete' }), allowance: 10_000_000n },
    writes('step.proven_by_allowance'),
  ],
  [
    'sent, its nonce used by another',
    withHash,
    { ...atProvider({ state: 'replaced' }), receipts: [], nowMs: ARMED_AT + 10_000 },
    needFact('refState'),
  ],
  [
    'sent, its nonce used by another, ref unused',
    withHash,
    { ...atProvider({ state: 'replaced' }), receipts: [], nowMs: ARMED_AT + 10_000, refState: open },
    writes('step.nonce_taken', { to: 'planned', providerTransactionId: null, transactionHash: null }),
  ],
  [
    'sent, its nonce used by an earlier body of its own',
    withHash,
    { ...atProvider({ state: 'replaced' }), receipts: [], nowMs: ARMED_AT + 10_000, refState: used, effect: EFFECT },
    writes('step.proven_by_ref'),
  ],
  [
    'an approval, its nonce used by another',
    approve,
    { ...atProvider({ state: 'replaced' }), allowance: 0n },
    writes('step.nonce_taken', { to: 'planned' }),
  ],
  ['sent, behind an earlier transaction', {}, atProvider({ state: 'queued' }), needFact('earlierSent')],
  [
    'sent, behind an earlier transaction that was sent again',
    {},
    { ...atProvider({ state: 'queued' }), earlierSent: true },
    waits('provider', 40),
  ],
  [
    'a second hash, with a rest',
    withHash,
    { ...atProvider({ transactionHash: OTHER_HASH }), receipts: [], nowMs: ARMED_AT + 10_000 },
    { ...writes('step.broadcast'), waitFor: { delayMs: 2_500, waitingFor: 'block' } },
  ],
  [
    'one hash more than a step has',
    { ...withHash, hashes: [HASH], foreignHashes: Array.from({ length: 19 }, (_, index) => String(index)) },
    { ...atProvider({ transactionHash: OTHER_HASH }), receipts: [], nowMs: ARMED_AT + 10_000 },
    waits('block', 2_500),
  ],
  ['a young transaction in the mempool', {}, atProvider({ state: 'sent' }), waits('block', 40)],
  ['an old one', {}, { ...atProvider({ state: 'stuck' }), nowMs: ARMED_AT + 120_000 }, { kind: 'arm_acceleration' }],
  [
    'an acceleration: the seal first',
    { accelerationKey: 'k' },
    { ...atProvider({ state: 'stuck' }), seal: undefined },
    needFact('seal'),
  ],
  [
    'an acceleration of a changed step',
    { accelerationKey: 'k' },
    { ...atProvider({ state: 'stuck' }), seal: 'body_differs', sendPermit: 0 },
    { kind: 'stop_lane', transition: null, waitingFor: 'gas' },
  ],
  ['an acceleration', { accelerationKey: 'k' }, atProvider({ state: 'stuck' }), needFact('sendPermit')],
  [
    'an acceleration without a token',
    { accelerationKey: 'k' },
    { ...atProvider({ state: 'stuck' }), sendPermit: 7 },
    waits('provider', 7),
  ],
  [
    'an acceleration with one',
    { accelerationKey: 'k' },
    { ...atProvider({ state: 'stuck' }), sendPermit: 0 },
    { kind: 'accelerate' },
  ],
  [
    'an acceleration while the breaker is open',
    { accelerationKey: 'k' },
    { ...atProvider({ state: 'stuck' }), breakerOpen: true, sendPermit: 0 },
    waits('provider', 5_000),
  ],
  [
    'one accelerated three times',
    { accelerations: 3 },
    { ...atProvider({ state: 'sent' }), nowMs: ARMED_AT + 120_000 },
    { kind: 'report_stuck' },
  ],
  [
    'an old one that was changed',
    {},
    { ...atProvider({ state: 'stuck' }), nowMs: ARMED_AT + 120_000, seal: 'body_differs' },
    { kind: 'stop_lane', transition: null, waitingFor: 'gas' },
  ],
  [
    'one sent again after its acceleration',
    { accelerations: 1, acceleratedAtMs: 5 },
    atProvider({ state: 'sent' }),
    waits('block'),
  ],
  ...endedRows(),
];

function endedRows(): Row[] {
  const before = ['ESTIMATION_ERROR', 'FEE_EXCEEDS_MAX_ALLOWANCE', 'GAS_LIMIT_TOO_LOW', 'PAYMASTER_ENTITY_RESTRICTION'];
  const possiblyAfter = ['INTERNAL_ERROR', 'TRANSACTION_UNDER_PRICE', 'FAILED_ON_CHAIN', 'FAILED_REORG', null];
  const live = atProvider({ id: 'two', state: 'sent' }).provider;
  const resent = { sendAttempts: 2 };
  const accelerated = { accelerations: 1 };
  const failed = atProvider({ state: 'failed', errorReason: 'INTERNAL_ERROR' });
  const estimation = atProvider({ state: 'failed', errorReason: 'ESTIMATION_ERROR' });
  return [
    ...before.map((errorReason): Row => [
      `failed with ${errorReason}`,
      {},
      { ...atProvider({ state: 'failed', errorReason }), refState: open },
      fails('provider_failed'),
    ]),
    ...possiblyAfter.map((errorReason): Row => [
      `failed with ${errorReason}`,
      {},
      atProvider({ state: 'failed', errorReason }),
      needFact('refState'),
    ]),
    [
      'failed for want of gas',
      {},
      { ...atProvider({ state: 'failed', errorReason: 'INSUFFICIENT_NATIVE_TOKEN' }), refState: open },
      fails('insufficient_gas'),
    ],
    ['denied', {}, { ...atProvider({ state: 'denied' }), refState: open }, fails('provider_denied')],
    ['denied, not compared with the chain', {}, atProvider({ state: 'denied' }), needFact('refState')],
    ['denied although executed', {}, { ...estimation, refState: used, effect: EFFECT }, writes('step.proven_by_ref')],
    ['denied after an acceleration', accelerated, atProvider({ state: 'denied' }), needFact('listed')],
    ['denied after an acceleration, alone', accelerated, { ...estimation, listed: [] }, needFact('refState')],
    ['cancelled', {}, atProvider({ state: 'cancelled' }), needFact('refState')],
    [
      'cancelled and executed',
      {},
      { ...atProvider({ state: 'cancelled' }), refState: used, effect: EFFECT },
      writes('step.proven_by_ref'),
    ],
    [
      'cancelled, later',
      {},
      { ...atProvider({ state: 'cancelled' }), refState: open, nowMs: ARMED_AT + 400_000 },
      waits('block', 30_000),
    ],
    ['failed with a hash', withHash, { ...estimation, receipts: [], nowMs: ARMED_AT + 10_000 }, needFact('refState')],
    ['failed with a foreign hash', { foreignHashes: [HASH] }, estimation, needFact('refState')],
    ['failed after a resend', resent, estimation, needFact('listed')],
    ['failed after a resend, list unanswered', resent, { ...estimation, listed: 'no_answer' }, waits('provider')],
    ['failed after a resend beside another', resent, { ...estimation, listed: [live] }, writes('step.found')],
    ['failed after a resend, alone', resent, { ...estimation, listed: [] }, needFact('refState')],
    ['found and failed', { providerState: 'pending' }, { ...estimation, listed: [] }, needFact('refState')],
    ['a failed approval, not compared with the chain', approve, failed, needFact('refState')],
    ['a failed approval', approve, { ...failed, refState: open }, fails('provider_failed')],
    [
      'a failed approval whose buy was executed and lost',
      approve,
      { ...failed, refState: used, effect: EFFECT },
      writes('step.not_needed'),
    ],
    [
      'a cancelled approval',
      approve,
      { ...atProvider({ state: 'cancelled' }), refState: open },
      fails('provider_cancelled'),
    ],
    [
      'a failed approval with a hash',
      { ...approve, ...withHash },
      { ...estimation, receipts: [], nowMs: ARMED_AT + 10_000 },
      needFact('allowance'),
    ],
  ];
}

/** With one confirmation, a receipt completes the step in one write. */
const ROWS_OF_ONE_CONFIRMATION: readonly Row[] = [
  ['an own receipt', withHash, { receipts: [OWN] }, needFact('readback')],
  [
    'an own receipt, read back',
    withHash,
    { receipts: [OWN], readback: {} },
    writes('execution.executed', { to: 'done', transactionHash: HASH, blockNumber: 7 }),
  ],
  [
    'an own receipt without a readback',
    withHash,
    { receipts: [OWN], readback: null },
    { ...writes('step.mined', { to: 'mined' }), waitFor: { delayMs: 1_000, waitingFor: 'block' } },
  ],
  [
    'an approval’s receipt',
    { ...withHash, ...approve },
    { receipts: [receipt([approval(200_000_000)])] },
    writes('step.done', { to: 'done', transactionHash: HASH, blockNumber: 7 }),
  ],
  [
    'a new hash',
    {},
    atProvider({ transactionHash: HASH }),
    { ...needFact('receipts'), query: { what: 'receipts', hashes: [HASH], optional: true } },
  ],
  [
    'a new hash of an own receipt',
    approve,
    { ...atProvider({ transactionHash: HASH }), receipts: [receipt([approval(200_000_000)])] },
    writes('step.done', { to: 'done', transactionHash: HASH }),
  ],
  [
    'a new hash of another receipt',
    {},
    { ...atProvider({ transactionHash: HASH }), receipts: [receipt()] },
    { ...writes('step.broadcast', { transactionHash: HASH }), known: { receipts: [receipt()] } },
  ],
  [
    'a second hash',
    withHash,
    { ...atProvider({ transactionHash: OTHER_HASH }), receipts: [], nowMs: ARMED_AT + 10_000 },
    writes('step.broadcast', { transactionHash: OTHER_HASH }),
  ],
];

describe('decide on a sent step', () => {
  it.each(ROWS)('%s', (_name, step, seen, expected) => {
    expect(decideRow(step, seen)).toMatchObject(expected);
  });

  it.each(ROWS_OF_ONE_CONFIRMATION)('%s, one confirmation', (_name, step, seen, expected) => {
    expect(decideRow(step, seen, { confirmations: 1 })).toMatchObject(expected);
  });

  it('records the broadcast of an execution before its end', () => {
    const { step, execution } = buildSubject(withHash);
    const seen = { nowMs: ARMED_AT, providerWalletId: 'wallet', breakerOpen: false, jitter: 1, receipts: [OWN] };
    const found = { step, execution: { ...execution, status: 'submitting' as const } };
    expect(decide(found, seen, { ...SETTINGS, confirmations: 1 })).toMatchObject(writes('step.mined'));
  });
});
