import { type ApproveCall, listArguments, type MarketCall } from '@app/chain';
import { fromBaseUnits, plainText } from '@app/common';

/** Arguments of a call for people, in the order of `listArguments`: amounts in display units, times in RFC 3339. */
export function toDisplayArguments(call: MarketCall | ApproveCall, decimals: number): readonly string[] {
  if (call.function === 'approve') return [call.spender, fromBaseUnits(call.amountBaseUnits, decimals)];
  if (call.function === 'createMarket') {
    const closesAt = new Date(call.closeTimestampSeconds * 1000).toISOString();
    return [plainText(call.id), plainText(call.question), closesAt, call.resolver, call.collateralToken];
  }
  if (call.function === 'buyYes' || call.function === 'buyNo')
    return [fromBaseUnits(call.amountBaseUnits, decimals), fromBaseUnits(call.minPayoutBaseUnits, decimals)];
  return call.function === 'resolve' ? [call.outcome] : listArguments(call);
}
