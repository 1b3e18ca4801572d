import { type EventLog, marketInterface, tokenInterface } from '@app/contracts';

/** Ref after the four bytes of the selector of `claimPayout(bytes32,uint64)`. */
const CLAIM_REF = { start: 10, end: 74 } as const;

interface Caller {
  readonly from: string;
  readonly to: string;
}

/** Logs of claims, buys and approvals on a chain on which every call succeeds. */
export class CallLogs {
  private readonly callers = new Map<string, Caller>();
  private readonly callDataByHash = new Map<string, string>();

  /** Notes who makes the call. Calls with a ref differ from each other. */
  called(callData: string, caller: Caller): void {
    this.callers.set(callData, caller);
  }

  mined(transactionHash: string, callData: string): void {
    this.callDataByHash.set(transactionHash, callData);
  }

  of(transactionHash: string): EventLog[] {
    const callData = this.callDataByHash.get(transactionHash) ?? '';
    const caller = this.callers.get(callData);
    return caller === undefined ? [] : [{ address: caller.to, ...eventOf(callData, caller.from) }];
  }
}

function eventOf(callData: string, from: string): Pick<EventLog, 'topics' | 'data'> {
  const approval = tokenInterface.parseTransaction({ data: callData });
  if (approval !== null) {
    const args: unknown[] = approval.args.toArray();
    return tokenInterface.encodeEventLog('Approval', [from, ...args]);
  }
  const buy = marketInterface.getFunction(callData.slice(0, CLAIM_REF.start))?.name === 'buyYes';
  if (!buy) {
    const ref = `0x${callData.slice(CLAIM_REF.start, CLAIM_REF.end)}`;
    return marketInterface.encodeEventLog('PayoutClaimed', [from, ref, 0n, 0n]);
  }
  const args: unknown[] = marketInterface.parseTransaction({ data: callData })?.args.toArray() ?? [];
  const [amount, , ref] = args;
  return marketInterface.encodeEventLog('Bought', [from, ref, 1n, amount, amount, amount, 0n]);
}
