import { toBaseUnits } from '@app/common';
import { type Static, Type } from '@sinclair/typebox';
import { encodeCall } from '../domain/contract-call.js';
import { minimumGas } from '../domain/fees.js';
import { ProviderError } from '../domain/provider-error.js';
import type { FeeRequest } from '../domain/transaction.js';
import type { ProviderStore, WalletRecord } from '../store/provider-store.js';
import { Address, checkBlockchain, COMMAND_FIELDS, Decimal, Digits, isDecimal, oneOf, Text, Uuid } from './schemas.js';

const NATIVE_DECIMALS = 18;
const GWEI_DECIMALS = 9;

const CALL_FIELDS = {
  contractAddress: Address,
  abiFunctionSignature: Type.Optional(Text),
  abiParameters: Type.Optional(Type.Array(Type.Unknown(), { description: 'array' })),
  callData: Type.Optional(Type.String({ pattern: '^0x(?:[0-9a-fA-F]{2})+$', description: 'hexadecimal' })),
  amount: Type.Optional(Type.Unknown()), // refused with its own error code
};

/** Requires walletId, or the address with its blockchain. */
function senderRule(addressField: string): { allOf: object[] } {
  return {
    allOf: [
      { if: { not: { required: [addressField] } }, then: { required: ['walletId'] } },
      { if: { required: [addressField], not: { required: ['walletId'] } }, then: { required: ['blockchain'] } },
    ],
  };
}

export const EstimateFeeBody = Type.Object(
  {
    walletId: Type.Optional(Uuid),
    sourceAddress: Type.Optional(Address),
    blockchain: Type.Optional(Text),
    ...CALL_FIELDS,
  },
  senderRule('sourceAddress'),
);

export const ContractExecutionBody = Type.Object(
  {
    ...COMMAND_FIELDS,
    walletId: Type.Optional(Uuid),
    walletAddress: Type.Optional(Address),
    blockchain: Type.Optional(Text),
    ...CALL_FIELDS,
    refId: Type.Optional(Text),
    feeLevel: Type.Optional(oneOf(['LOW', 'MEDIUM', 'HIGH'], { description: 'LOW|MEDIUM|HIGH' })),
    gasLimit: Type.Optional(Digits),
    maxFee: Type.Optional(Decimal),
    priorityFee: Type.Optional(Decimal),
    gasPrice: Type.Optional(Decimal),
  },
  senderRule('walletAddress'),
);
type ContractExecution = Static<typeof ContractExecutionBody>;

export interface ParsedCall {
  readonly contractAddress: string;
  readonly callData: string;
  readonly valueWei: bigint;
  readonly abiFunctionSignature: string;
  readonly abiParameters: readonly unknown[] | null;
}

/** Returns a function that finds the wallet by id or by address. @throws ProviderError */
export function parseSender(
  store: ProviderStore,
  { walletId, address, blockchain = '' }: { walletId?: string; address?: string; blockchain?: string },
  served: string,
): () => WalletRecord {
  if (walletId !== undefined && address !== undefined) throw new ProviderError('walletAmbiguous');
  if (walletId !== undefined) return () => store.getWallet(walletId);
  return () => {
    checkBlockchain(served, blockchain);
    return store.getWalletByAddress(address ?? '');
  };
}

/** @throws ProviderError when the body has no call, two calls, or parameters that do not fit */
export function parseContractCall(
  body: Pick<ContractExecution, 'contractAddress' | 'abiFunctionSignature' | 'abiParameters' | 'callData' | 'amount'>,
): ParsedCall {
  const { abiFunctionSignature: signature, abiParameters: parameters, callData } = body;
  if (callData !== undefined && (signature !== undefined || parameters !== undefined)) {
    throw new ProviderError('callAmbiguous');
  }
  if (callData === undefined && signature === undefined) throw new ProviderError('callMissing');
  return {
    contractAddress: body.contractAddress.toLowerCase(),
    callData: callData ?? encodeCall(signature ?? '', parameters ?? []),
    valueWei: parseAmountWei(body.amount),
    abiFunctionSignature: signature ?? '',
    abiParameters: parameters ?? null,
  };
}

/** Requires a fee level, with or without a gas limit, or a gas limit with both dynamic fees. Fees are in gwei. */
export function parseFees(body: ContractExecution, callData: string): FeeRequest {
  const { feeLevel, maxFee, priorityFee, gasPrice } = body;
  const gasLimit = body.gasLimit === undefined ? undefined : String(body.gasLimit);
  const hasPrice = maxFee !== undefined || priorityFee !== undefined || gasPrice !== undefined;
  if (feeLevel !== undefined && hasPrice) throw new ProviderError('feesConflict');
  if (feeLevel === undefined && gasLimit === undefined) throw new ProviderError('feeMissing');
  if (gasLimit !== undefined && BigInt(gasLimit) < minimumGas(callData)) throw new ProviderError('gasLimitTooLow');
  if (feeLevel !== undefined) return gasLimit === undefined ? { feeLevel } : { feeLevel, gasLimit };
  if (gasLimit === undefined || maxFee === undefined || priorityFee === undefined) {
    throw new ProviderError('dynamicFeeRequired');
  }
  const [maxFeeWei, priorityFeeWei] = [gweiToWei(maxFee), gweiToWei(priorityFee)];
  if (priorityFeeWei > maxFeeWei) throw new ProviderError('tipAboveMaxFee');
  return { gasLimit, maxFeeWei: maxFeeWei.toString(), priorityFeeWei: priorityFeeWei.toString() };
}

function parseAmountWei(amount: unknown = ''): bigint {
  if (amount === '') return 0n;
  const text = typeof amount === 'number' ? String(amount) : amount;
  const wei = isDecimal(text) ? toBaseUnits(text, NATIVE_DECIMALS) : null;
  if (wei === null) throw new ProviderError('amountInvalid');
  return wei;
}

function gweiToWei(gwei: string | number): bigint {
  const text = String(gwei); // a small number has an exponent
  const wei = isDecimal(text) ? toBaseUnits(text, GWEI_DECIMALS) : null;
  if (wei === null) throw new ProviderError('invalidParameter');
  return wei;
}
