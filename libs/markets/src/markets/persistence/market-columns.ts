/** Times that have passed, read into the status (completions.md, "Core"): a clock that nobody needs to write down. */
export const EFFECTIVE_STATUS = `CASE
    WHEN status IN ('DRAFT', 'OPEN') AND closes_at <= now() THEN 'TRADING_CLOSED'
    WHEN status = 'DRAFT' AND opens_at <= now() THEN 'OPEN'
    ELSE status END`;

/** A row of `markets` as the domain's `Market`. Its contract is told by the indexed events, of which there are none. */
export const MARKET_COLUMNS = `id, creator_user_id AS "creatorUserId", title, description, category,
  cover_image_url AS "coverImageUrl", ${EFFECTIVE_STATUS} AS status, outcome_yes_label AS "outcomeYesLabel",
  outcome_no_label AS "outcomeNoLabel", collateral_asset AS "collateralAsset", chain,
  resolution_source AS "resolutionSource", opens_at AS "opensAt", closes_at AS "closesAt",
  resolved_at AS "resolvedAt", settled_at AS "settledAt", winning_outcome AS "winningOutcome",
  NULL::jsonb AS onchain, created_at AS "createdAt", updated_at AS "updatedAt"`;
