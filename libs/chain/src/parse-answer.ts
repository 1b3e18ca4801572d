import { isRecord } from '@app/common';
import { chainUnavailable } from './chain-unavailable.js';
import type { CallRequest, Receipt } from './chain.js';
import type { EventLog } from './contracts/contract-event.js';
import type { ChainLog } from './log-source.js';

/** @throws ChainUnavailableError when a node's answer is not an object */
export function parseRecord(value: unknown, operation: string): Record<string, unknown> {
  if (!isRecord(value)) throw chainUnavailable(operation, 'unreadable');
  return value;
}

export function hexString(value: unknown, operation: string): string {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]*$/.test(value)) throw chainUnavailable(operation, 'unreadable');
  return value;
}

export function quantity(value: unknown, operation: string): bigint {
  const text = hexString(value, operation);
  if (text === '0x') throw chainUnavailable(operation, 'unreadable');
  return BigInt(text);
}

export function parseReceipt(answer: unknown): Receipt | null {
  if (answer === null || answer === undefined) return null;
  const operation = 'eth_getTransactionReceipt';
  const { transactionHash, status, blockNumber, blockHash, logs } = parseRecord(answer, operation);
  return {
    transactionHash: hexString(transactionHash, operation),
    succeeded: quantity(status, operation) === 1n,
    blockNumber: Number(quantity(blockNumber, operation)),
    blockHash: hexString(blockHash, operation),
    logs: parseList(logs, operation).map((log) => parseLog(log, operation)),
  };
}

/** Returns null for an unknown transaction and for one that creates a contract. */
export function parseTransaction(answer: unknown): CallRequest | null {
  if (answer === null || answer === undefined) return null;
  const operation = 'eth_getTransactionByHash';
  const { from, to, input } = parseRecord(answer, operation);
  if (to === null || to === undefined) return null;
  return { from: hexString(from, operation), to: hexString(to, operation), callData: hexString(input, operation) };
}

export function parseLogs(answer: unknown): ChainLog[] {
  const operation = 'eth_getLogs';
  return parseList(answer, operation).map((log) => {
    const { transactionHash, blockNumber, blockHash, logIndex, blockTimestamp } = parseRecord(log, operation);
    return {
      ...parseLog(log, operation),
      transactionHash: hexString(transactionHash, operation),
      blockNumber: Number(quantity(blockNumber, operation)),
      blockHash: hexString(blockHash, operation),
      logIndex: Number(quantity(logIndex, operation)),
      timestampMs: typeof blockTimestamp === 'string' ? Number(quantity(blockTimestamp, operation)) * 1000 : null,
    };
  });
}

export interface Block {
  blockNumber: number;
  blockHash: string;
  timestampMs: number;
  baseFeeWei: bigint;
}

export function parseBlock(answer: unknown): Block {
  const operation = 'eth_getBlockByNumber';
  const { number, hash, timestamp, baseFeePerGas } = parseRecord(answer, operation);
  return {
    blockNumber: Number(quantity(number, operation)),
    blockHash: hexString(hash, operation),
    timestampMs: Number(quantity(timestamp, operation)) * 1000,
    baseFeeWei: baseFeePerGas === undefined ? 0n : quantity(baseFeePerGas, operation),
  };
}

function parseLog(log: unknown, operation: string): EventLog {
  const { address, topics, data } = parseRecord(log, operation);
  return {
    address: hexString(address, operation),
    topics: parseList(topics, operation).map((topic) => hexString(topic, operation)),
    data: hexString(data, operation),
  };
}

function parseList(value: unknown, operation: string): unknown[] {
  if (!Array.isArray(value)) throw chainUnavailable(operation, 'unreadable');
  const items: unknown[] = value;
  return items;
}
