import { type EventLog, factoryInterface, marketInterface, tokenInterface } from '@app/contracts';
import { decodeCall } from './call-data.js';

const NO_REF = `0x${'00'.repeat(32)}`;
const OUTCOMES = { buyYes: 1n, buyNo: 2n } as const;

interface MinedCall {
  hash: string;
  from: string;
  to: string;
  callData: string;
}

/** Logs of a call that succeeded. Pools and stakes, which no decision reads, are zero. */
export function logsOf({ hash, from, to, callData }: MinedCall): EventLog[] {
  const call = decodeCall(callData);
  if (call === null) return [];
  if (call.kind === 'approve') {
    const values = [from, call.spender, call.amountBaseUnits];
    return [{ address: to, ...tokenInterface.encodeEventLog('Approval', values) }];
  }
  const ref = call.once?.ref ?? NO_REF;
  const marketLog = (name: string, values: readonly bigint[]): EventLog[] => [
    { address: to, ...marketInterface.encodeEventLog(name, [from, ref, ...values]) },
  ];
  switch (call.name) {
    case 'createMarket': {
      const values = [createdMarketOf(hash), from, ref, '', '', 0, from, to];
      return [{ address: to, ...factoryInterface.encodeEventLog('MarketCreated', values) }];
    }
    case 'buyYes':
    case 'buyNo':
      return marketLog('Bought', [OUTCOMES[call.name], call.amountOrOutcome, 0n, 0n, 0n]);
    case 'closeMarket':
      return marketLog('Closed', [0n, 0n]);
    case 'resolve':
      return marketLog('Resolved', [call.amountOrOutcome, 0n, 0n]);
    case 'cancelMarket':
      return marketLog('Cancelled', [0n, 0n, 0n]);
    case 'claimPayout':
      return marketLog('PayoutClaimed', [0n, 0n]);
    case 'claimRefund':
      return marketLog('RefundClaimed', [0n]);
  }
}

/** Address of the market that a transaction creates. */
export function createdMarketOf(transactionHash: string): string {
  return `0x${transactionHash.slice(2, 42)}`;
}
