import { ACTION_NAMES, ACTIONS } from '@app/common';
import { type EventLog, factoryInterface, marketInterface, OUTCOME_NUMBER, tokenInterface } from '@app/chain';
import { decodeCall } from './call-data.js';

const NO_REF = `0x${'00'.repeat(32)}`;

interface MinedCall {
  from: string;
  to: string;
  callData: string;
}

/** Logs of a call that succeeded. Pools and stakes, which no decision reads, are zero. */
export function encodeLogs({ from, to, callData }: MinedCall): EventLog[] {
  const call = decodeCall(callData);
  if (call === null) return [];
  if (call.kind === 'approve') {
    const values = [from, call.spender, call.amountBaseUnits];
    return [{ address: to, ...tokenInterface.encodeEventLog('Approval', values) }];
  }
  const ref = call.once?.ref ?? NO_REF;
  const action = ACTION_NAMES.find((name) => ACTIONS[name].function === call.name);
  if (action === undefined) throw new Error(`no action calls ${call.name}`);
  const { event, contract, stakesOn } = ACTIONS[action];
  if (contract === 'factory') {
    const values = [deriveMarket(ref), from, ref, '', '', 0, from, to];
    return [{ address: to, ...factoryInterface.encodeEventLog(event, values) }];
  }
  const given = [from, ref, ...(stakesOn === null ? [] : [OUTCOME_NUMBER[stakesOn]]), call.amountOrOutcome];
  const inputs = marketInterface.getEvent(event)?.inputs ?? [];
  const values = inputs.map((_input, index) => given[index] ?? 0n);
  return [{ address: to, ...marketInterface.encodeEventLog(event, values) }];
}

/** Address of the market that a creation with this ref makes. */
export function deriveMarket(ref: string): string {
  return `0x${ref.slice(2, 42)}`;
}
