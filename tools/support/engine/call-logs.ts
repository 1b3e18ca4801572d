import type { Interface } from 'ethers/abi';
import { EVENT_TOPICS, type EventLog, marketInterface, tokenInterface } from '@app/chain';

/** Digits of `0x` and a selector. */
const WORDS_START = 10;
const ZERO_WORD = '0'.repeat(64);
const APPROVE = findSelector(tokenInterface, 'approve');
const BUY_YES = findSelector(marketInterface, 'buyYes(uint256,uint256,bytes32,uint64)');
const APPROVAL = tokenInterface.getEvent('Approval')?.topicHash ?? '';

interface Caller {
  readonly from: string;
  readonly to: string;
}

/** Logs of claims, buys and approvals on a chain on which every call succeeds. */
export class CallLogs {
  private readonly callers = new Map<string, Caller>();
  private readonly callDataByHash = new Map<string, string>();
  private readonly approvers = new Set<string>();

  /** Notes who makes the call. Calls with a ref differ from each other. */
  called(callData: string, caller: Caller): void {
    this.callers.set(callData, caller);
    if (callData.startsWith(APPROVE)) this.approvers.add(caller.from);
  }

  /** Whether the call is a buy of an account that has approved nothing. */
  lacksAllowance(callData: string, from: string): boolean {
    return callData.startsWith(BUY_YES) && !this.approvers.has(from);
  }

  mined(transactionHash: string, callData: string): void {
    this.callDataByHash.set(transactionHash, callData);
  }

  of(transactionHash: string): EventLog[] {
    const callData = this.callDataByHash.get(transactionHash) ?? '';
    const caller = this.callers.get(callData);
    return caller === undefined ? [] : [{ address: caller.to, ...decodeEvent(callData, caller.from) }];
  }
}

/** The log as words: encoding it by the ABI would cost more than the engine's own work on it. */
function decodeEvent(callData: string, from: string): Pick<EventLog, 'topics' | 'data'> {
  const [selector, words] = [callData.slice(0, WORDS_START), callData.slice(WORDS_START).match(/.{64}/g) ?? []];
  const account = encodeWord(from);
  const [first = '', second = '', third = ''] = words;
  if (selector === APPROVE) return { topics: [APPROVAL, account, `0x${first}`], data: `0x${second}` };
  if (selector !== BUY_YES) {
    return { topics: [EVENT_TOPICS.PayoutClaimed, account, `0x${first}`], data: `0x${ZERO_WORD}${ZERO_WORD}` };
  }
  const yes = encodeWord('0x1');
  return { topics: [EVENT_TOPICS.Bought, account, `0x${third}`, yes], data: `0x${first.repeat(3)}${ZERO_WORD}` };
}

function encodeWord(hex: string): string {
  return `0x${hex.slice(2).padStart(ZERO_WORD.length, '0')}`;
}

function findSelector(contract: Interface, name: string): string {
  const fragment = contract.getFunction(name);
  if (fragment === null) throw new Error(`the ABI has no function ${name}`);
  return fragment.selector;
}
