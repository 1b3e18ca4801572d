import { assertNever } from '@app/common';
import type { Interface } from 'ethers/abi';
import { encodeCallData, factoryInterface, marketInterface, tokenInterface } from './interfaces.js';
import { OUTCOME_NUMBER, type MarketOutcome } from './outcome.js';

/** One call for each function of `ACTIONS`. `createMarket` goes to the factory, the others to a market. */
export type MarketCall =
  | {
      function: 'createMarket';
      /** Market id, unique among the creator's markets. */
      id: string;
      question: string;
      closeTimestampSeconds: number;
      resolver: string;
      collateralToken: string;
    }
  | {
      function: 'buyYes' | 'buyNo';
      amountBaseUnits: bigint;
      /** Minimum payout of the stake, itself included, at the pools after the buy; 0 for none. */
      minPayoutBaseUnits: bigint;
    }
  | { function: 'resolve'; outcome: MarketOutcome }
  | { function: 'closeMarket' | 'claimPayout' | 'cancelMarket' | 'claimRefund' };

/** Approval of exactly this amount of the caller's collateral for `spender`. */
export interface ApproveCall {
  function: 'approve';
  spender: string;
  amountBaseUnits: bigint;
}

/** Arguments of a call without ref and deadline, as text: integers in decimal, addresses as given. */
export function listArguments(call: MarketCall | ApproveCall): readonly string[] {
  return call.function === 'approve' ? [call.spender, String(call.amountBaseUnits)] : ownParameters(call)[1];
}

/** Makes a call take effect at most once: the intent's ref, and the last unix second at which it may. */
export interface ReplayGuard {
  ref: string;
  deadlineSeconds: number;
}

export interface EncodedCall {
  contract: 'PredictionMarketFactory' | 'PredictionMarket' | 'CollateralToken';
  /** Name without parameters, such as `buyYes`. */
  function: string;
  /** Name and parameter types, such as `buyYes(uint256,uint256,bytes32,uint64)`. */
  signature: string;
  /** Arguments as strings: integers in decimal, addresses as given. */
  args: readonly string[];
  /** 0x and hex: selector and arguments. */
  callData: string;
}

/**
 * Encodes the overload that takes effect once. Equal input gives equal bytes.
 * @throws {TypeError} when an argument does not fit its type, such as an invalid address
 */
export function encodeMarketCall(call: MarketCall, once: ReplayGuard): EncodedCall {
  const [ownTypes, ownArgs] = ownParameters(call);
  const factory = call.function === 'createMarket';
  return encode({
    contract: factory ? 'PredictionMarketFactory' : 'PredictionMarket',
    target: factory ? factoryInterface : marketInterface,
    name: call.function,
    types: [...ownTypes, 'bytes32', 'uint64'],
    args: [...ownArgs, once.ref, String(once.deadlineSeconds)],
  });
}

/** Encodes an approval of exactly this amount for `spender`. Idempotent, because the amount is absolute. */
export function encodeApproval(spender: string, amountBaseUnits: bigint): EncodedCall {
  return encodeTokenCall('approve', spender, amountBaseUnits);
}

/** Encodes a mint of test tokens for `account`. Not idempotent: each mined call mints again. */
export function encodeMint(account: string, amountBaseUnits: bigint): EncodedCall {
  return encodeTokenCall('mint', account, amountBaseUnits);
}

function encodeTokenCall(name: 'approve' | 'mint', address: string, amountBaseUnits: bigint): EncodedCall {
  return encode({
    contract: 'CollateralToken',
    target: tokenInterface,
    name,
    types: ['address', 'uint256'],
    args: [address, String(amountBaseUnits)],
  });
}

interface CallSignature {
  contract: EncodedCall['contract'];
  target: Interface;
  name: string;
  types: readonly string[];
  args: readonly string[];
}

function encode({ contract, target, name, types, args }: CallSignature): EncodedCall {
  const signature = `${name}(${types.join(',')})`;
  return { contract, function: name, signature, args, callData: encodeCallData(target, signature, args) };
}

function ownParameters(call: MarketCall): [types: string[], args: string[]] {
  switch (call.function) {
    case 'createMarket':
      return [
        ['string', 'string', 'uint256', 'address', 'address'],
        [call.id, call.question, String(call.closeTimestampSeconds), call.resolver, call.collateralToken],
      ];
    case 'buyYes':
    case 'buyNo':
      return [
        ['uint256', 'uint256'],
        [String(call.amountBaseUnits), String(call.minPayoutBaseUnits)],
      ];
    case 'resolve':
      return [['uint8'], [String(OUTCOME_NUMBER[call.outcome])]];
    case 'closeMarket':
    case 'claimPayout':
    case 'cancelMarket':
    case 'claimRefund':
      return [[], []];
    default:
      return assertNever(call);
  }
}
