import type { AbiParametersToPrimitiveTypes, ExtractAbiFunction, ExtractAbiFunctionNames } from 'abitype';
import type { Interface } from 'ethers/abi';
import type { predictionMarketFactoryAbi } from './generated/prediction-market-factory.js';
import type { predictionMarketAbi } from './generated/prediction-market.js';
import type { testUsdcAbi } from './generated/test-usdc.js';
import { encodeCallData, factoryInterface, marketInterface, tokenInterface } from './interfaces.js';

declare module 'abitype' {
  /** ethers decodes every integer as bigint, and addresses and bytes as strings. */
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
export type ViewName<K extends ContractKind> = ExtractAbiFunctionNames<Abis[K], 'view' | 'pure'>;
export type ViewArgs<K extends ContractKind, N extends ViewName<K>> = AbiParametersToPrimitiveTypes<
  ExtractAbiFunction<Abis[K], N>['inputs'],
  'inputs'
>;
export type ViewResult<K extends ContractKind, N extends ViewName<K>> = AbiParametersToPrimitiveTypes<
  ExtractAbiFunction<Abis[K], N>['outputs'],
  'outputs'
>[0];

/** One `eth_call`: its data and the decoder of its result. */
export interface ViewCall<T> {
  /** 0x and hex. */
  data: string;
  /** @throws {ContractAnswerError} when the result does not match the ABI, for example because no contract is deployed */
  decode: (answer: string) => T;
}

/** The result does not match the ABI: another contract, or none, is at the address. */
export class ContractAnswerError extends Error {
  constructor(readonly view: string) {
    super(`the result of ${view} does not match the ABI`);
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
// The ABI determines decoder and result type; this overload connects them.
export function viewCall(kind: ContractKind, name: string, args: readonly unknown[]): ViewCall<unknown> {
  const target = INTERFACES[kind];
  return {
    data: encodeCallData(target, name, args),
    decode: (answer) => {
      try {
        const values: readonly unknown[] = target.decodeFunctionResult(name, answer);
        return values[0];
      } catch {
        throw new ContractAnswerError(name);
      }
    },
  };
}
