import { toBaseUnits } from '@app/common';
import { encodeCall, isCallData } from '../domain/contract-call.js';
import { minimumGas } from '../domain/fees.js';
import { ProviderError } from '../domain/provider-error.js';
import type { FeeRequest } from '../domain/transaction.js';
import type { WalletRecord } from '../domain/wallet.js';
import type { WalletRegistry } from '../store/wallet-registry.js';
import { checkBlockchain } from './blockchain.js';
import type { Fields } from './fields.js';

const NATIVE_DECIMALS = 18;
const GWEI_DECIMALS = 9;

export interface ParsedCall {
  readonly contractAddress: string;
  readonly callData: string;
  readonly valueWei: bigint;
  readonly abiFunctionSignature: string;
  readonly abiParameters: readonly unknown[] | null;
}

/** The wallet, by id or (under either name) by address. Throws the contract's errors. */
export function parseSender(
  fields: Fields,
  registry: WalletRegistry,
  { addressField, served }: { addressField: string; served: string },
): () => WalletRecord {
  const [walletId, address, blockchain] = [
    fields.uuid('walletId'),
    fields.address(addressField),
    fields.text('blockchain'),
  ];
  if (walletId !== undefined && address !== undefined) throw new ProviderError('walletAmbiguous');
  if (walletId !== undefined) return () => registry.getWallet(walletId);
  if (address === undefined) fields.refuse('walletId', 'required');
  if (address !== undefined && blockchain === undefined) fields.refuse('blockchain', 'required');
  return () => {
    checkBlockchain(served, blockchain ?? '');
    return registry.getWalletByAddress(address ?? '');
  };
}

export function parseContractCall(fields: Fields): ParsedCall {
  const contractAddress = fields.requiredAddress('contractAddress');
  const [signature, callData] = [fields.text('abiFunctionSignature'), fields.text('callData')];
  const parameters = fields.list('abiParameters');
  if (callData !== undefined && !isCallData(callData)) fields.refuse('callData', 'hexadecimal');
  fields.done();
  if (callData !== undefined && (signature !== undefined || parameters !== undefined))
    throw new ProviderError('callAmbiguous');
  if (callData === undefined && signature === undefined) throw new ProviderError('callMissing');
  return {
    contractAddress,
    callData: callData ?? encodeCall(signature ?? '', parameters ?? []),
    valueWei: parseAmountWei(fields),
    abiFunctionSignature: signature ?? '',
    abiParameters: parameters ?? null,
  };
}

/** One of: a level (with a gas limit or not), or a gas limit with both dynamic fees. Fees come in gwei. */
export function parseFees(fields: Fields, callData: string): FeeRequest {
  const feeLevel = fields.oneOf('feeLevel', ['LOW', 'MEDIUM', 'HIGH']);
  const [gasLimit, maxFee, priorityFee, gasPrice] = ['gasLimit', 'maxFee', 'priorityFee', 'gasPrice'].map((name) =>
    fields.decimal(name),
  );
  if (gasLimit !== undefined && !/^\d+$/.test(gasLimit)) fields.refuse('gasLimit', 'integer');
  fields.done();
  const hasPrice = maxFee !== undefined || priorityFee !== undefined || gasPrice !== undefined;
  if (feeLevel !== undefined && hasPrice) throw new ProviderError('feesConflict');
  if (feeLevel === undefined && gasLimit === undefined) throw new ProviderError('feeMissing');
  if (gasLimit !== undefined && BigInt(gasLimit) < minimumGas(callData)) throw new ProviderError('gasLimitTooLow');
  if (feeLevel !== undefined) return gasLimit === undefined ? { feeLevel } : { feeLevel, gasLimit };
  if (gasLimit === undefined || maxFee === undefined || priorityFee === undefined)
    throw new ProviderError('dynamicFeeRequired');
  const [maxFeeWei, priorityFeeWei] = [gweiToWei(maxFee), gweiToWei(priorityFee)];
  if (priorityFeeWei > maxFeeWei) throw new ProviderError('tipAboveMaxFee');
  return { gasLimit, maxFeeWei: maxFeeWei.toString(), priorityFeeWei: priorityFeeWei.toString() };
}

function parseAmountWei(fields: Fields): bigint {
  if (!fields.has('amount') || fields.raw('amount') === '') return 0n;
  const amount = fields.decimal('amount');
  const wei = amount === undefined ? null : toBaseUnits(amount, NATIVE_DECIMALS);
  if (wei === null) throw new ProviderError('amountInvalid');
  return wei;
}

function gweiToWei(gwei: string): bigint {
  const wei = toBaseUnits(gwei, GWEI_DECIMALS);
  if (wei === null) throw new ProviderError('invalidParameter');
  return wei;
}
