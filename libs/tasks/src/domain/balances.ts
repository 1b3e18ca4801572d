import type { TokenBalance } from '@app/agents';
import { isJsonObject, type Json } from '@app/common';
import type { ProviderBalance } from '@app/engine';

/** Balances on their way through a task's row. */
export function balancesToJson(balances: readonly ProviderBalance[]): Json {
  return balances.map(({ amount, token }) => ({ amount, token: { ...token } }));
}

/** Reads what `balancesToJson` wrote; an entry of another form is left out. */
export function parseBalances(result: Json): TokenBalance[] {
  if (!Array.isArray(result)) return [];
  return result.flatMap((entry: Json) => {
    const { amount, token } = members(entry);
    const { name, symbol, decimals, address, blockchain } = members(token ?? null);
    if (typeof amount !== 'string' || typeof name !== 'string' || typeof symbol !== 'string') return [];
    if (typeof decimals !== 'number' || typeof blockchain !== 'string') return [];
    const tokenAddress = typeof address === 'string' ? address : null;
    return [{ amount, token: { name, symbol, decimals, address: tokenAddress, blockchain } }];
  });
}

function members(value: Json): Readonly<Record<string, Json>> {
  return isJsonObject(value) ? value : {};
}
