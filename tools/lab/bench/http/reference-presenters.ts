import type { Row } from './replay.js';

/** A cursor of the product's length. */
export function cursorOf({ createdAt, id }: Row): string {
  const time = createdAt instanceof Date ? createdAt.toISOString() : '';
  return Buffer.from(`checksum ${time} ${String(id)}`).toString('base64url');
}

export function presentMarket(row: Row): object {
  return {
    id: row.id,
    creator_user_id: row.creatorUserId,
    title: row.title,
    description: row.description,
    category: row.category,
    cover_image_url: row.coverImageUrl,
    status: row.status,
    outcome_yes_label: row.outcomeYesLabel,
    outcome_no_label: row.outcomeNoLabel,
    collateral_asset: row.collateralAsset,
    chain: row.chain,
    resolution_source: row.resolutionSource,
    opens_at: row.opensAt,
    closes_at: row.closesAt,
    resolved_at: row.resolvedAt,
    settled_at: row.settledAt,
    winning_outcome: row.winningOutcome,
    onchain: row.onchain,
    resolution_terms: {
      source: row.resolutionSource,
      resolver: null,
      resolver_is_creator: null,
      resolver_holds_position: null,
      creator_holds_position: null,
      closable_at: null,
      resolvable_at: null,
      cancellable_by_anyone_at: null,
    },
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  };
}

export function presentTrade(row: Row): object {
  return {
    id: row.id,
    user_id: row.userId,
    market_id: row.marketId,
    outcome: row.outcome,
    side: row.side,
    quantity: row.quantity,
    price: row.price,
    collateral_amount: row.collateralAmount,
    fee_amount: row.feeAmount,
    status: row.status,
    tx_hash: row.txHash,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  };
}
