import { isRecord, type Json } from '@app/common';

/** A token balance in the wire's terms. */
export interface TokenBalance {
  token: {
    name: string;
    symbol: string;
    decimals: number;
    /** Null for the chain's native coin; any letter case. */
    address: string | null;
    blockchain: string;
  };
  /** Display units, a plain decimal string. */
  amount: string;
}

/** Writes balances to the result of a task. */
export function balancesToJson(balances: readonly TokenBalance[]): Json {
  return balances.map(({ amount, token }) => ({ amount, token: { ...token } }));
}

/** Reads the result written by `balancesToJson`; skips malformed entries. */
export function parseBalances(result: unknown): TokenBalance[] {
  if (!Array.isArray(result)) return [];
  return result.flatMap((entry: unknown) => {
    if (!isRecord(entry) || !isRecord(entry.token)) return [];
    const { amount } = entry;
    const { name, symbol, decimals, address, blockchain } = entry.token;
    if (typeof amount !== 'string' || typeof name !== 'string' || typeof symbol !== 'string') return [];
    if (typeof decimals !== 'number' || typeof blockchain !== 'string') return [];
    const tokenAddress = typeof address === 'string' ? address : null;
    return [{ amount, token: { name, symbol, decimals, address: tokenAddress, blockchain } }];
  });
}
