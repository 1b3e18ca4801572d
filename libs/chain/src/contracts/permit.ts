import { AbiCoder } from 'ethers/abi';
import { keccak256 } from 'ethers/crypto';
import { concat, toUtf8Bytes } from 'ethers/utils';
import { marketInterface } from './interfaces.js';
import { OUTCOME_NUMBER } from './outcome.js';

/** State of a token that its next permit of an account depends on. */
export interface PermitState {
  domainSeparator: string;
  nonce: bigint;
}

/** Approval by signature, as in EIP-2612. */
export interface Permit extends PermitState {
  owner: string;
  spender: string;
  allowanceBaseUnits: bigint;
  deadlineSeconds: number;
}

export interface PermitSignature {
  v: number;
  r: string;
  s: string;
}

const PERMIT_TYPE_HASH = keccak256(
  toUtf8Bytes('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'),
);
const WITH_PERMIT = 'buyWithPermit';

export function hashPermit({ owner, spender, allowanceBaseUnits, nonce, deadlineSeconds, ...token }: Permit): string {
  const terms = AbiCoder.defaultAbiCoder().encode(
    ['bytes32', 'address', 'address', 'uint256', 'uint256', 'uint256'],
    [PERMIT_TYPE_HASH, owner, spender, allowanceBaseUnits, nonce, deadlineSeconds],
  );
  return keccak256(concat(['0x1901', token.domainSeparator, keccak256(terms)]));
}

/** Call data of the same buy with a permit before it. @throws Error for another call */
export function addPermit(callData: string, allowanceBaseUnits: bigint, { v, r, s }: PermitSignature): string {
  const call = marketInterface.parseTransaction({ data: callData });
  if (call?.name !== 'buyYes' && call?.name !== 'buyNo') throw new Error('only a buy takes a permit');
  const outcome = OUTCOME_NUMBER[call.name === 'buyYes' ? 'YES' : 'NO'];
  return marketInterface.encodeFunctionData(WITH_PERMIT, [outcome, ...call.args, allowanceBaseUnits, v, r, s]);
}

/** The buy without its permit, and the permit's amount; any other call data as it is. */
export function splitPermit(callData: string): { callData: string; allowanceBaseUnits: bigint | null } {
  const plain = { callData, allowanceBaseUnits: null };
  if (!callData.startsWith(marketInterface.getFunction(WITH_PERMIT)?.selector ?? '-')) return plain;
  try {
    const args: readonly unknown[] = marketInterface.decodeFunctionData(WITH_PERMIT, callData);
    if (marketInterface.encodeFunctionData(WITH_PERMIT, args) !== callData) return plain;
    const [outcome, amount, minPayout, ref, deadline, allowance] = args;
    const name =
      outcome === BigInt(OUTCOME_NUMBER.YES) ? 'buyYes' : outcome === BigInt(OUTCOME_NUMBER.NO) ? 'buyNo' : null;
    if (name === null || typeof allowance !== 'bigint') return plain;
    const buy = `${name}(uint256,uint256,bytes32,uint64)`;
    return {
      callData: marketInterface.encodeFunctionData(buy, [amount, minPayout, ref, deadline]),
      allowanceBaseUnits: allowance,
    };
  } catch {
    return plain; // ethers throws for arguments that it cannot decode
  }
}
