import { getAddress, Interface } from 'ethers';
import type { EventLog } from '@app/chain';

export interface TransferEvent {
  emitter: string;
  from: string;
  to: string;
  amountBaseUnits: bigint;
}

const TOKEN = new Interface(['event Transfer(address indexed from, address indexed to, uint256 value)']);

/** First topic of an ERC-20 transfer. */
export const TRANSFER_TOPIC = TOKEN.getEvent('Transfer')?.topicHash ?? '';

/** Decodes a transfer of any ERC-20 token. Null for other logs. */
export function decodeTransfer({ address, topics, data }: EventLog): TransferEvent | null {
  if (topics[0] !== TRANSFER_TOPIC) return null;
  const [from, to, value] = TOKEN.decodeEventLog('Transfer', data, topics);
  return { emitter: getAddress(address), from: String(from), to: String(to), amountBaseUnits: BigInt(String(value)) };
}
