import type { AbiParametersToPrimitiveTypes, ExtractAbiFunction, ExtractAbiFunctionNames } from 'abitype';
import { toChecksumAddress } from '@app/common';
import type { FunctionFragment, Interface } from 'ethers/abi';
import { canDecode, canEncode, decodeWord, encodeArguments } from './abi-words.js';
import type { predictionMarketFactoryAbi } from './generated/prediction-market-factory.js';
import type { predictionMarketAbi } from './generated/prediction-market.js';
import type { testUsdcAbi } from './generated/test-usdc.js';
import { factoryInterface, marketInterface, tokenInterface } from './interfaces.js';

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
/** Read-only functions of a contract. */
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
  const { encode, decode } = codecOf(kind, name);
  return {
    data: encode(args),
    decode: (answer) => {
      try {
        return decode(answer);
      } catch {
        throw new ContractAnswerError(name);
      }
    },
  };
}

interface ViewCodec {
  readonly encode: (args: readonly unknown[]) => string;
  readonly decode: (answer: string) => unknown;
}

/** Codecs by contract and function. */
const codecs = new Map<string, ViewCodec>();

function codecOf(kind: ContractKind, name: string): ViewCodec {
  const key = `${kind} ${name}`;
  const codec = codecs.get(key) ?? createCodec(INTERFACES[kind], name);
  codecs.set(key, codec);
  return codec;
}

/** Uses ethers for the types that `abi-words` does not know. */
function createCodec(target: Interface, name: string): ViewCodec {
  const view = target.getFunction(name);
  if (view === null) throw new TypeError(`unknown function: ${name}`);
  const { selector } = view;
  const inputs = view.inputs.map(({ type }) => type);
  const [output] = view.outputs;
  return {
    encode: canEncode(inputs)
      ? (args) => selector + encodeArguments(inputs, args)
      : (args) => target.encodeFunctionData(view, args),
    decode:
      output !== undefined && view.outputs.length === 1 && canDecode(output.type)
        ? (answer) => decodeWord(output.type, answer, toChecksumAddress)
        : (answer) => decodeByEthers(target, view, answer),
  };
}

function decodeByEthers(target: Interface, view: FunctionFragment, answer: string): unknown {
  const values: readonly unknown[] = target.decodeFunctionResult(view, answer);
  return values[0];
}
