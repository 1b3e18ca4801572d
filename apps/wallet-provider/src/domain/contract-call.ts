import { FunctionFragment, Interface } from 'ethers';
import { ProviderError } from './provider-error.js';

/** Call data of `"approve(address,uint256)"` with its parameters. Throws `abiPackFailed` when they do not fit. */
export function encodeCall(signature: string, parameters: readonly unknown[]): string {
  try {
    const fragment = FunctionFragment.from(`function ${signature}`);
    return new Interface([fragment]).encodeFunctionData(fragment, [...parameters]);
  } catch {
    // The encoder's message quotes the parameters, and the contract has one fixed text for this case.
    throw new ProviderError('abiPackFailed');
  }
}

export function isCallData(value: string): boolean {
  return /^0x(?:[0-9a-fA-F]{2})+$/.test(value);
}
