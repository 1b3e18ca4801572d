import type { AbiParametersToPrimitiveTypes, ExtractAbiFunction, ExtractAbiFunctionNames } from 'abitype';
import type { Interface } from 'ethers';
import type { predictionMarketFactoryAbi } from './generated/prediction-market-factory.js';
import type { predictionMarketAbi } from './generated/prediction-market.js';
import type { testUsdcAbi } from './generated/test-usdc.js';
import { factoryInterface, marketInterface, tokenInterface } from './interfaces.js';

declare module 'abitype' {
  /** ethers reads every integer as bigint, and addresses and bytes as plain text. */
  interface Register {
    intType: bigint;
    bigIntType: bigint;
    addressType: string;
    bytesType: { inputs: string; outputs: string };
  }
}

interface Abis {
  factory: typeof predictionMarketFactoryAbi;
  market: typeof predictionMarketAbi;
  token: typeof testUsdcAbi;
}
export type ContractKind = keyof Abis;
/** The functions that only read. */
export type ViewName<K extends ContractKind> = ExtractAbiFunctionNames<Abis[K], 'view' | 'pure'>;
export type ViewArgs<K extends ContractKind, N extends ViewName<K>> = AbiParametersToPrimitiveTypes<
  ExtractAbiFunction<Abis[K], N>['inputs'],
  'inputs'
>;
export type ViewResult<K extends ContractKind, N extends ViewName<K>> = AbiParametersToPrimitiveTypes<
  ExtractAbiFunction<Abis[K], N>['outputs'],
  'outputs'
>[0];

/** One `eth_call`: what to send, and how to read the answer. */
export interface ViewCall<T> {
  /** 0x and hex. */
  data: string;
  /** @throws {ContractAnswerError} when the answer is not what the ABI says, as when no such contract is there */
  decode: (answer: string) => T;
}

/** What answered at this address is not the contract that was asked for. */
export class ContractAnswerError extends Error {
  constructor(readonly view: string) {
    super(`the answer to ${view} is not what the ABI says`);
    this.name = 'ContractAnswerError';
  }
}

const INTERFACES: Readonly<Record<ContractKind, Interface>> = {
  factory: factoryInterface,
  market: marketInterface,
  token: tokenInterface,
};

/** Prepares a read, such as `viewCall('market', 'yesPositions', [account])`. Integers are bigint, in base units. */
export function viewCall<K extends ContractKind, N extends ViewName<K>>(
  kind: K,
  name: N,
  args: ViewArgs<K, N>,
): ViewCall<ViewResult<K, N>>;
// The ABI gives both the decoder and the type of what it returns; this signature is where the two meet.
export function viewCall(kind: ContractKind, name: string, args: readonly unknown[]): ViewCall<unknown> {
  const target = INTERFACES[kind];
  return {
    data: target.encodeFunctionData(name, args),
    decode: (answer) => decodeAnswer(target, name, answer),
  };
}

function decodeAnswer(target: Interface, name: string, answer: string): unknown {
  try {
    const values: readonly unknown[] = target.decodeFunctionResult(name, answer);
    return values[0];
  } catch {
    throw new ContractAnswerError(name);
  }
}
