import { type EventLog, marketInterface } from '@app/contracts';

/** Ref after the four bytes of the selector of `claimPayout(bytes32,uint64)`. */
const REF = { start: 10, end: 74 } as const;

interface Call {
  readonly from: string;
  readonly to: string;
}

/** Logs of claims on a chain that executes everything: the sender is known from the simulation before. */
export class ClaimLogs {
  private readonly calls = new Map<string, Call>();
  private readonly callDataByHash = new Map<string, string>();

  simulated(callData: string, call: Call): void {
    this.calls.set(callData, call);
  }

  mined(transactionHash: string, callData: string): void {
    this.callDataByHash.set(transactionHash, callData);
  }

  of(transactionHash: string): EventLog[] {
    const callData = this.callDataByHash.get(transactionHash) ?? '';
    const call = this.calls.get(callData);
    if (call === undefined) return [];
    const values = [call.from, `0x${callData.slice(REF.start, REF.end)}`, 0n, 0n];
    return [{ address: call.to, ...marketInterface.encodeEventLog('PayoutClaimed', values) }];
  }
}
