/** Whose rows a list shows: those of a user, or those of a market. */
export type Owner = { userId: string } | { marketId: string };

/** The column that an owner is looked up by; both stand first in an index with the order of the list. */
export function ownerColumn(owner: Owner): { column: 'user_id' | 'market_id'; id: string } {
  return 'userId' in owner ? { column: 'user_id', id: owner.userId } : { column: 'market_id', id: owner.marketId };
}
