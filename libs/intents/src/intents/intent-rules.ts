import { canonicalJson, countDigits, INTENT_FIELDS, isUuid, newId, sha256Hex } from '@app/common';
import type { IntentRequest } from '@app/engine';
import { fieldEntries } from './intent-fields.js';
import type { MarketStakes } from './preview-context.repository.js';

/** The factory refuses a close time further ahead. */
const MAX_CLOSE_TIME_YEARS = 5;

/** Maximum length of a `market_id`, in characters. */
const MAX_MARKET_ID_LENGTH = 200;
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

/** Returns problems of the amount that depend on the settings; empty for a valid one. */
export function checkAmount(request: Pick<IntentRequest, 'amount'>, collateralDecimals: number): string[] {
  if (request.amount === null || countDigits(request.amount).fractionDigits <= collateralDecimals) return [];
  return [`amount must have at most ${collateralDecimals} fractional digits`];
}

/** Returns problems that depend on the time, checked at preview and again at execution; empty for none. */
export function checkTiming(request: Pick<IntentRequest, 'action' | 'closeTimestamp'>, nowMs: number): string[] {
  if (request.action !== 'create_market' || request.closeTimestamp === null) return [];
  return request.closeTimestamp.getTime() > nowMs ? [] : ['close_timestamp must be in the future'];
}

/** SHA-256 of the normalised request without its idempotency key. An optional field that is null is left out. */
export function hashRequest(request: IntentRequest): string {
  const given = fieldEntries(request).filter(([name, value]) => value !== null || !INTENT_FIELDS[name].optional);
  return sha256Hex(
    canonicalJson({
      action: request.action,
      user_wallet: request.userWallet,
      market_id: request.marketId,
      ...Object.fromEntries(given),
    }),
  );
}

/**
 * Id of a new intent. With an idempotency key it follows from wallet and key: if a restored database lacks the intent, a
 * repeat has the same ref again, and the contracts refuse to pay twice. The wallet's id is random and not shown to clients.
 */
export function createIntentId(
  { sourceClient, clientRequestId }: Pick<IntentRequest, 'sourceClient' | 'clientRequestId'>,
  wallet: { id: string } | null,
): string {
  if (wallet === null || clientRequestId === null) return newId('agent_intent');
  return `agent_intent_${sha256Hex(JSON.stringify([wallet.id, sourceClient ?? '', clientRequestId])).slice(0, 32)}`;
}

export interface WarningContext {
  nowMs: number;
  /** Lower-case. */
  collateralAddress: string;
  /** Lower-case; null while the agent has no wallet. */
  agentWalletAddress: string | null;
  /**
   * The factory's market at the request's contract address, null when there is none. Undefined when the request names
   * no contract or the chain did not answer.
   */
  market: { creator: string; resolver: string; name: string | null } | null | undefined;
  /** Null when they do not matter to the action, or the market is not indexed. */
  stakes: MarketStakes | null;
}

export function listWarnings(request: IntentRequest, context: WarningContext): string[] {
  return request.action === 'create_market'
    ? creationWarnings(request, context)
    : [...marketWarnings(request, context), ...stakeWarnings(context), ...evidenceWarnings(request)];
}

function creationWarnings(request: IntentRequest, context: WarningContext): string[] {
  const latest = new Date(context.nowMs);
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_CLOSE_TIME_YEARS);
  return [
    ...(request.collateralToken === context.collateralAddress
      ? []
      : ['collateral_token is not the configured collateral; executing this is refused']),
    ...(request.closeTimestamp !== null && request.closeTimestamp > latest
      ? [`close_timestamp is more than ${MAX_CLOSE_TIME_YEARS} years ahead, which the factory refuses`]
      : []),
    ...(request.resolver === ZERO_ADDRESS ? ['the resolver is the zero address, which the factory refuses'] : []),
    ...resolverWarnings(request, context),
  ];
}

/** The wallet that executes creates the market. `user_wallet` is only recorded. */
function resolverWarnings({ resolver, userWallet }: IntentRequest, { agentWalletAddress }: WarningContext): string[] {
  if (resolver === null) return [];
  if (resolver === agentWalletAddress) return ['the resolver is the creator of this market'];
  return resolver === userWallet ? ['the resolver is the user_wallet of this intent'] : [];
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

/** A party with a stake may cancel when the outcome is against it, and the contract cannot tell it from a void question. */
function stakeWarnings({ stakes }: WarningContext): string[] {
  return [
    ...(stakes?.resolverHoldsPosition === true
      ? ['the resolver of this market holds a position in it and may cancel the market until it is resolved']
      : []),
    ...(stakes?.creatorHoldsPosition === true
      ? ['the creator of this market holds a position in it and may cancel the market before its close time']
      : []),
  ];
}

function evidenceWarnings({ action, evidence }: IntentRequest): string[] {
  if (action !== 'resolve_market' || evidence !== null) return [];
  return ['the outcome has no evidence: nobody can check it against a source'];
}

/** Whether `market_id` may mean this market: its creator's name, cut to the maximum length, or a record's id. */
function mayBeNamed(name: string | null, marketId: string): boolean {
  const isCut = marketId.length >= MAX_MARKET_ID_LENGTH && name?.startsWith(marketId) === true;
  return name === null || name === marketId || isCut || isUuid(marketId);
}
