/** Times that have passed, read into the status (completions.md, "Core"): a clock that nobody needs to write down. */
export const EFFECTIVE_STATUS = `CASE
    WHEN status IN ('DRAFT', 'OPEN') AND closes_at <= now() THEN 'TRADING_CLOSED'
    WHEN status = 'DRAFT' AND opens_at <= now() THEN 'OPEN'
    ELSE status END`;

/** Of a market's contract, as of the block that the index has come to; null for a record without one. */
const ONCHAIN = `(SELECT jsonb_build_object('marketId', c.onchain_id,
    'marketContractAddress', c.market_contract_address, 'deploymentTransactionHash', c.transaction_hash,
    'creator', c.creator, 'resolver', c.resolver,
    'yesPool', trim_scale(c.yes_pool_base_units * i.base_unit)::text,
    'noPool', trim_scale(c.no_pool_base_units * i.base_unit)::text,
    'impliedProbabilityYes', trim_scale(div(c.yes_pool_base_units * 1e18,
      nullif(c.yes_pool_base_units + c.no_pool_base_units, 0)) * 1e-18)::text,
    'resolverHoldsPosition', EXISTS (SELECT FROM users AS u JOIN positions AS p ON p.user_id = u.id
      WHERE u.wallet_address = c.resolver AND p.market_id = c.record_id),
    'closesAtMs', (extract(epoch FROM c.closes_at) * 1000)::bigint, 'asOfBlock', i.block_number)
  FROM chain_markets AS c CROSS JOIN chain_index AS i WHERE c.record_id = market.id)`;

/** A row of `markets`, called `market` in the statement, as the domain's `Market`. */
export const MARKET_COLUMNS = `id, creator_user_id AS "creatorUserId", title, description, category,
  cover_image_url AS "coverImageUrl", ${EFFECTIVE_STATUS} AS status, outcome_yes_label AS "outcomeYesLabel",
  outcome_no_label AS "outcomeNoLabel", collateral_asset AS "collateralAsset", chain,
  resolution_source AS "resolutionSource", opens_at AS "opensAt", closes_at AS "closesAt",
  resolved_at AS "resolvedAt", settled_at AS "settledAt", winning_outcome AS "winningOutcome",
  ${ONCHAIN} AS onchain, created_at AS "createdAt", updated_at AS "updatedAt"`;
