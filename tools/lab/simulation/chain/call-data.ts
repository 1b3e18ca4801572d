import { ACTION_NAMES, ACTIONS } from '@app/common';
import { encodeApproval, factoryInterface, type MarketCall, marketInterface } from '@app/contracts';

/** A decoded contract call. */
export type DecodedCall =
  | { kind: 'approve'; spender: string; amountBaseUnits: bigint }
  | {
      kind: 'act';
      name: MarketCall['function'];
      amountOrOutcome: bigint;
      /** Of a buy; 0 for none. */
      minPayoutBaseUnits: bigint;
      once: { ref: string; deadlineS: number } | null;
    };

const ZERO = '0x0000000000000000000000000000000000000000';
const SELECTOR_DIGITS = 10;
const WORD_DIGITS = 64;

/** Functions that take effect once, by selector, with the number of their arguments before ref and deadline. */
const ACT_BY_SELECTOR = new Map<string, { name: MarketCall['function']; own: number }>();
for (const action of ACTION_NAMES) {
  const { contract, function: name } = ACTIONS[action];
  (contract === 'factory' ? factoryInterface : marketInterface).forEachFunction((fragment) => {
    const own = fragment.inputs.findIndex((input) => input.name === 'ref');
    if (fragment.name === name && own >= 0) ACT_BY_SELECTOR.set(fragment.selector, { name, own });
  });
}
const APPROVE = selectorOf(encodeApproval(ZERO, 0n).callData);
/** Overloads without ref and deadline. Only a mutant sends them. */
const UNREFERENCED = new Map<string, MarketCall['function']>(
  (['buyYes', 'buyNo'] as const).map((name) => [marketInterface.getFunction(`${name}(uint256)`)?.selector ?? '', name]),
);

/** Null for a plain transfer. */
export function decodeCall(callData: string): DecodedCall | null {
  if (callData === '0x') return null;
  const selector = selectorOf(callData);
  if (selector === APPROVE) {
    return { kind: 'approve', spender: `0x${word(callData, 0).slice(24)}`, amountBaseUnits: uint(callData, 1) };
  }
  const act = ACT_BY_SELECTOR.get(selector);
  if (act === undefined) return unreferenced(selector, callData);
  const { name, own } = act;
  return {
    kind: 'act',
    name,
    amountOrOutcome: own === 1 || own === 2 ? uint(callData, 0) : 0n,
    minPayoutBaseUnits: own === 2 ? uint(callData, 1) : 0n,
    once: { ref: `0x${word(callData, own)}`, deadlineS: Number(uint(callData, own + 1)) },
  };
}

/** Returns the same buy without ref and deadline. */
export function withoutRef(callData: string): string {
  const name = ACT_BY_SELECTOR.get(selectorOf(callData))?.name;
  const [plain] = [...UNREFERENCED].find(([, known]) => known === name) ?? [];
  return plain === undefined ? callData : `${plain}${word(callData, 0)}`;
}

/** Returns the same buy without a minimum payout. */
export function withoutMinPayout(callData: string): string {
  const name = ACT_BY_SELECTOR.get(selectorOf(callData))?.name;
  if (name !== 'buyYes' && name !== 'buyNo') return callData;
  const minPayoutAt = SELECTOR_DIGITS + WORD_DIGITS;
  return `${callData.slice(0, minPayoutAt)}${'0'.repeat(WORD_DIGITS)}${callData.slice(minPayoutAt + WORD_DIGITS)}`;
}

function unreferenced(selector: string, callData: string): DecodedCall {
  const name = UNREFERENCED.get(selector);
  if (name === undefined) throw new Error(`unknown function ${selector}`);
  return { kind: 'act', name, amountOrOutcome: uint(callData, 0), minPayoutBaseUnits: 0n, once: null };
}

function selectorOf(callData: string): string {
  return callData.slice(0, SELECTOR_DIGITS);
}

function word(callData: string, index: number): string {
  const start = SELECTOR_DIGITS + index * WORD_DIGITS;
  return callData.slice(start, start + WORD_DIGITS);
}

function uint(callData: string, index: number): bigint {
  return BigInt(`0x${word(callData, index)}`);
}
