import { canonicalJson, countDigits, isUuid, sha256Hex } from '@app/common';
import type { IntentRequest } from './intent.js';

/** Further than this ahead, the factory refuses a close time. */
const CLOSE_TIME_YEARS_MAX = 5;

/** Characters. */
const MARKET_ID_MAX = 200;
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

/** What the shape of a request cannot say without the settings. Empty: nothing is wrong. */
export function checkAmount(request: Pick<IntentRequest, 'amount'>, collateralDecimals: number): string[] {
  if (request.amount === null || countDigits(request.amount).fractionDigits <= collateralDecimals) return [];
  return [`amount must have at most ${collateralDecimals} fractional digits`];
}

/** What depends on the time, and so is asked at preview and again at execution. Empty: nothing is wrong. */
export function checkTiming(request: Pick<IntentRequest, 'action' | 'closeTimestamp'>, nowMs: number): string[] {
  if (request.action !== 'create_market' || request.closeTimestamp === null) return [];
  return request.closeTimestamp.getTime() > nowMs ? [] : ['close_timestamp must be in the future'];
}

/**
 * SHA-256 over everything that was asked for but the idempotency key itself: what is equal under it is one request,
 * however its numbers, addresses and times were written.
 */
export function requestHashOf(request: IntentRequest): string {
  return sha256Hex(
    canonicalJson({
      action: request.action,
      user_wallet: request.userWallet,
      market_id: request.marketId,
      market_contract_address: request.marketContractAddress,
      amount: request.amount,
      // Left out when there is none: the hashes of intents that are older than it stay what they are.
      ...(request.minMultiple !== null && { min_multiple: request.minMultiple }),
      outcome: request.outcome,
      resolver: request.resolver,
      collateral_token: request.collateralToken,
      close_timestamp: request.closeTimestamp?.toISOString() ?? null,
      question: request.question,
    }),
  );
}

export interface WarningContext {
  nowMs: number;
  /** Lower-case. */
  collateralAddress: string;
  /** Lower-case; null while the agent has no wallet. */
  agentWalletAddress: string | null;
  /**
   * The market of our factory at the request's contract address; null when there is none; undefined when the request
   * names no contract or the chain could not be asked.
   */
  market: { creator: string; resolver: string; name: string | null } | null | undefined;
}

/** What a valid request should still make its agent think about. */
export function warningsOf(request: IntentRequest, context: WarningContext): string[] {
  return request.action === 'create_market' ? creationWarnings(request, context) : marketWarnings(request, context);
}

function creationWarnings(request: IntentRequest, context: WarningContext): string[] {
  const latest = new Date(context.nowMs);
  latest.setUTCFullYear(latest.getUTCFullYear() + CLOSE_TIME_YEARS_MAX);
  const creators = [context.agentWalletAddress, request.userWallet];
  return [
    ...(request.collateralToken === context.collateralAddress
      ? []
      : ['collateral_token is not the configured collateral; executing this is refused']),
    ...(request.closeTimestamp !== null && request.closeTimestamp > latest
      ? [`close_timestamp is more than ${CLOSE_TIME_YEARS_MAX} years ahead, which the factory refuses`]
      : []),
    ...(request.resolver === ZERO_ADDRESS ? ['the resolver is the zero address, which the factory refuses'] : []),
    ...(creators.includes(request.resolver) ? ['the resolver is the creator of this market'] : []),
  ];
}

function marketWarnings({ marketId }: IntentRequest, { market }: WarningContext): string[] {
  if (market === undefined) return [];
  if (market === null) return ['market_contract_address was not deployed by our factory; executing this is refused'];
  return [
    ...(mayBeNamed(market.name, marketId)
      ? []
      : ['market_contract_address is a market of another name than market_id']),
    ...(market.creator === market.resolver ? ['the resolver of this market is its creator'] : []),
  ];
}

/** A market goes by its creator's name for it, cut to what a `market_id` may be, and by the id of its record here. */
function mayBeNamed(name: string | null, marketId: string): boolean {
  const isCut = marketId.length >= MARKET_ID_MAX && name?.startsWith(marketId) === true;
  return name === null || name === marketId || isCut || isUuid(marketId);
}
