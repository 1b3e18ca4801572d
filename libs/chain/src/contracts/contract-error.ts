import { AbiCoder, ErrorFragment } from 'ethers/abi';
import { isHexString } from 'ethers/utils';
import { predictionMarketFactoryAbi } from './generated/prediction-market-factory.js';
import { predictionMarketAbi } from './generated/prediction-market.js';
import { testUsdcAbi } from './generated/test-usdc.js';

const ERRORS = [...predictionMarketFactoryAbi, ...predictionMarketAbi, ...testUsdcAbi].filter(
  (entry) => entry.type === 'error',
);

/** Name of a custom error. The Solidity sources document each. */
export type ContractErrorName = (typeof ERRORS)[number]['name'];

const BY_SELECTOR: ReadonlyMap<string, ContractErrorName> = new Map(
  ERRORS.map((entry) => [ErrorFragment.from(entry).selector, entry.name]),
);
/** Selector of `Error(string)`, which older tokens such as USDC revert with. */
const TEXT_SELECTOR = '0x08c379a0';
const SELECTOR_HEX_LENGTH = 10;

/**
 * Decodes the custom error in a call's revert data. Text reverts of a token map to the equivalent ERC-6093 error. Returns
 * null for anything else: no data, a panic, another contract's error.
 */
export function decodeContractError(revertData: string | null): ContractErrorName | null {
  if (revertData === null || !isHexString(revertData) || revertData.length < SELECTOR_HEX_LENGTH) return null;
  const selector = revertData.slice(0, SELECTOR_HEX_LENGTH).toLowerCase();
  return selector === TEXT_SELECTOR ? nameOfText(revertData) : (BY_SELECTOR.get(selector) ?? null);
}

function nameOfText(revertData: string): ContractErrorName | null {
  const text = decodeText(revertData);
  if (/exceeds balance/i.test(text)) return 'ERC20InsufficientBalance';
  return /exceeds allowance|insufficient allowance/i.test(text) ? 'ERC20InsufficientAllowance' : null;
}

function decodeText(revertData: string): string {
  try {
    return String(AbiCoder.defaultAbiCoder().decode(['string'], `0x${revertData.slice(SELECTOR_HEX_LENGTH)}`)[0]);
  } catch {
    // The selector of Error(string) followed by data that is not a string.
    return '';
  }
}

/** Keys under which clients and nodes nest the revert data of a failed call. */
const NESTING_KEYS = ['data', 'error', 'info', 'cause'] as const;
const MAX_NESTING = 5;

/** Extracts the revert data from a JSON-RPC error or an ethers error: 0x and hex, or null. */
export function findRevertData(error: unknown, depth = 0): string | null {
  if (isHexString(error)) return error;
  if (typeof error !== 'object' || error === null || depth > MAX_NESTING) return null;
  const fields = new Map<string, unknown>(Object.entries(error));
  if ('cause' in error) fields.set('cause', error.cause);
  for (const key of NESTING_KEYS) {
    const found = findRevertData(fields.get(key), depth + 1);
    if (found !== null) return found;
  }
  return null;
}
