import { FunctionFragment, Interface } from 'ethers/abi';
import { ProviderError } from './provider-error.js';

/** Encodes a call by its signature, such as `approve(address,uint256)`. @throws ProviderError `abiPackFailed` */
export function encodeCall(signature: string, parameters: readonly unknown[]): string {
  try {
    const fragment = FunctionFragment.from(`function ${signature}`);
    return new Interface([fragment]).encodeFunctionData(fragment, [...parameters]);
  } catch {
    // The encoder's message quotes the parameters; the contract has a fixed text.
    throw new ProviderError('abiPackFailed');
  }
}
