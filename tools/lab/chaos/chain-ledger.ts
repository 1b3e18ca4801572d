import { type ContractEvent, decodeContractEvent, type Deployment, EVENT_TOPICS, type EventLog } from '@app/chain';
import { callChain } from '../../../dev/devnet/chain/chain-rpc.js';
import { at, textAt } from '../../support/json.js';
import { decodeTransfer, TRANSFER_TOPIC } from '../../support/transfer-event.js';

const BLOCKS_PER_CALL = 500;

export interface Effect {
  readonly event: ContractEvent;
  readonly transactionHash: string;
}

export interface ChainLedger {
  /** Events of the factory and its markets by ref. Direct calls have no ref and are left out. */
  readonly effectsByRef: ReadonlyMap<string, readonly Effect[]>;
  /** Collateral paid to markets, in base units, by wallet. */
  readonly paidIn: ReadonlyMap<string, bigint>;
}

/** Reads all effects and payments of the deployment from the chain's logs. */
export async function readChain(rpcUrl: string, deployment: Deployment): Promise<ChainLedger> {
  const logs = await allLogs(rpcUrl, deployment.blockNumber);
  const decoded = logs.map((log) => ({ log, event: decodeContractEvent(log) }));
  const factory = deployment.factory.toLowerCase();
  const markets = new Set(
    decoded.flatMap(({ event }) =>
      event?.name === 'MarketCreated' && event.emitter.toLowerCase() === factory ? [event.market.toLowerCase()] : [],
    ),
  );
  const effectsByRef = new Map<string, Effect[]>();
  for (const { log, event } of decoded) {
    const emitter = event?.emitter.toLowerCase() ?? '';
    if (event === null || event.ref === null || (emitter !== factory && !markets.has(emitter))) continue;
    const effects = effectsByRef.get(event.ref) ?? [];
    effects.push({ event, transactionHash: log.transactionHash });
    effectsByRef.set(event.ref, effects);
  }
  return { effectsByRef, paidIn: paymentsTo(markets, logs, deployment.collateral) };
}

function paymentsTo(markets: ReadonlySet<string>, logs: readonly EventLog[], collateral: string): Map<string, bigint> {
  const paid = new Map<string, bigint>();
  for (const log of logs) {
    const transfer = decodeTransfer(log);
    if (transfer === null || transfer.emitter.toLowerCase() !== collateral.toLowerCase()) continue;
    if (!markets.has(transfer.to.toLowerCase())) continue;
    const from = transfer.from.toLowerCase();
    paid.set(from, (paid.get(from) ?? 0n) + transfer.amountBaseUnits);
  }
  return paid;
}

async function allLogs(rpcUrl: string, fromBlock: number): Promise<(EventLog & { transactionHash: string })[]> {
  const head = Number(await callChain(rpcUrl, 'eth_blockNumber', []));
  const logs: (EventLog & { transactionHash: string })[] = [];
  for (let from = fromBlock; from <= head; from += BLOCKS_PER_CALL) {
    const to = Math.min(head, from + BLOCKS_PER_CALL - 1);
    const topics = [[...Object.values(EVENT_TOPICS), TRANSFER_TOPIC]];
    const filter = { fromBlock: hex(from), toBlock: hex(to), topics };
    const answer = await callChain(rpcUrl, 'eth_getLogs', [filter]);
    if (!Array.isArray(answer)) throw new Error('eth_getLogs did not return an array');
    logs.push(...answer.map(parseLog));
  }
  return logs;
}

function parseLog(log: unknown): EventLog & { transactionHash: string } {
  const topics = at(log, 'topics');
  return {
    address: textAt(log, 'address'),
    topics: Array.isArray(topics) ? topics.filter((topic) => typeof topic === 'string') : [],
    data: textAt(log, 'data'),
    transactionHash: textAt(log, 'transactionHash'),
  };
}

function hex(block: number): string {
  return `0x${block.toString(16)}`;
}
