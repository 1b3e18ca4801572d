import { AbiCoder, Interface, type ParamType } from 'ethers/abi';
import { predictionMarketFactoryAbi } from './generated/prediction-market-factory.js';
import { predictionMarketAbi } from './generated/prediction-market.js';
import { testUsdcAbi } from './generated/test-usdc.js';

export const factoryInterface = new Interface(predictionMarketFactoryAbi);
export const marketInterface = new Interface(predictionMarketAbi);
/** ERC-20 functions of any collateral token, and the test token's mint function. */
export const tokenInterface = new Interface(testUsdcAbi);

interface CalledFunction {
  selector: string;
  inputs: readonly ParamType[];
}

const CODER = AbiCoder.defaultAbiCoder();
/** Functions by contract, and by name and signature: for each call, ethers would parse the signature and hash it. */
const FUNCTIONS = new Map<Interface, Map<string, CalledFunction>>();
for (const contract of [factoryInterface, marketInterface, tokenInterface]) {
  const functions = new Map<string, CalledFunction>();
  contract.forEachFunction((fragment) => {
    const { name, selector, inputs } = fragment; // the selector is hashed here
    for (const key of [name, fragment.format()]) functions.set(key, { selector, inputs });
  });
  FUNCTIONS.set(contract, functions);
}

/**
 * Encodes a call, as 0x and hex.
 * @param name with parameter types where the function has overloads
 * @throws {TypeError} when an argument does not fit its type
 */
export function encodeCallData(contract: Interface, name: string, args: readonly unknown[]): string {
  const called = FUNCTIONS.get(contract)?.get(name);
  if (called === undefined) throw new TypeError(`there is no function ${name}`);
  return called.selector + CODER.encode(called.inputs, args).slice(2);
}
