import {
  CALL,
  APPROVAL_CALL,
  EFFECT,
  HASH,
  MARKET,
  OWN,
  REVERTED,
  type Row,
  WALLET,
  approve,
  needFact,
  atProvider,
  decideRow,
  fails,
  open,
  past,
  used,
  waits,
  withHash,
  writes,
} from '../../../../../test/support/decision-rows.js';

const own = { receipts: [REVERTED], transaction: CALL };
const deep = { ...own, confirmed: { receipt: REVERTED, depth: 2 } };
const resent = { ...withHash, sendAttempts: 2 };
const other = atProvider({ id: 'two', state: 'sent' }).provider;

const ROWS: readonly Row[] = [
  ['a reverted receipt', withHash, { receipts: [REVERTED] }, needFact('transaction')],
  [
    'a reverted transaction of a call that cannot be derived any more',
    { ...withHash, deadlineMs: null },
    { receipts: [REVERTED], transaction: CALL },
    waits('block'),
  ],
  ['a reverted transaction that the node lacks', withHash, { receipts: [REVERTED], transaction: null }, waits('block')],
  ...(
    [
      ['sender', { ...CALL, from: MARKET }],
      ['target', { ...CALL, to: WALLET }],
      ['call', { ...CALL, callData: '0x' }],
    ] as const
  ).map(([name, transaction]): Row => [
    `a reverted transaction with another ${name}`,
    withHash,
    { receipts: [REVERTED], transaction },
    writes('step.foreign_hash', { foreignHash: HASH }),
  ]),
  ['an own revert', withHash, own, needFact('confirmed')],
  [
    'an own revert on a lagging node',
    withHash,
    { ...own, confirmed: { receipt: null, depth: 1 } },
    waits('block', 500),
  ],
  [
    'an own revert that succeeded elsewhere',
    withHash,
    { ...own, confirmed: { receipt: OWN, depth: 2 } },
    waits('block', 500),
  ],
  [
    'an own revert, not deep enough',
    withHash,
    { ...own, confirmed: { receipt: REVERTED, depth: 1 } },
    waits('block', 500),
  ],
  ['an own revert, deep', withHash, deep, needFact('refState')],
  ['an own revert on a used ref', withHash, { ...deep, refState: used, effect: EFFECT }, writes('step.proven_by_ref')],
  ['an own revert of the only send', withHash, { ...deep, refState: open }, fails('reverted_on_chain')],
  [
    'an own revert, and a node without its block',
    withHash,
    { ...deep, refState: { ...past, blockNumber: REVERTED.blockNumber - 1 } },
    waits('block', 500),
  ],
  [
    'an own revert of an approval',
    { ...withHash, ...approve },
    { ...deep, transaction: APPROVAL_CALL, refState: open },
    fails('reverted_on_chain'),
  ],
  [
    'an own revert of an approval, not compared with the chain',
    { ...withHash, ...approve },
    { ...deep, transaction: APPROVAL_CALL },
    needFact('refState'),
  ],
  [
    'an own revert of an approval whose buy was executed and lost',
    { ...withHash, ...approve },
    { ...deep, transaction: APPROVAL_CALL, refState: used, effect: EFFECT },
    writes('step.not_needed'),
  ],
  [
    'a reverted buy under the hash of an approval',
    { ...withHash, ...approve },
    deep,
    writes('step.foreign_hash', { foreignHash: HASH }),
  ],
  ['an own revert after a resend', resent, { ...deep, refState: open }, needFact('listed')],
  ['an own revert, list unanswered', resent, { ...deep, refState: open, listed: 'no_answer' }, waits('provider')],
  [
    'an own revert beside another',
    resent,
    { ...deep, refState: open, listed: [other] },
    writes('step.found', { providerTransactionId: 'two' }),
  ],
  ['an own revert until a minute after the deadline', resent, { ...deep, refState: open, listed: [] }, waits('block')],
  [
    'an own revert long after the deadline',
    resent,
    { ...deep, refState: past, listed: [] },
    fails('reverted_on_chain'),
  ],
];

describe('decide on a reverted transaction', () => {
  it.each(ROWS)('%s', (_name, step, seen, expected) => {
    expect(decideRow(step, seen)).toMatchObject(expected);
  });
});
