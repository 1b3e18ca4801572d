import type { StepFailure } from '@app/agents';
import type { MarketState } from '@app/chain';
import type { Action } from '@app/common';

/** Why the market's phase forbids the action at this time, for any caller; null when it does not. */
export function phaseFailure(action: Action, { phase, closesAtMs }: MarketState, nowMs: number): StepFailure | null {
  const isFinal = phase === 'resolved' || phase === 'cancelled';
  switch (action) {
    case 'create_market':
      return null;
    case 'buy_yes':
    case 'buy_no':
      return phase === 'open' && nowMs < closesAtMs ? null : 'market_not_open';
    case 'close_market':
      if (phase !== 'open') return 'market_not_open';
      return nowMs < closesAtMs ? 'too_early' : null;
    case 'resolve_market':
      if (isFinal) return 'already_final';
      return nowMs < closesAtMs ? 'too_early' : null;
    case 'cancel_market':
      return isFinal ? 'already_final' : null;
    case 'claim_payout':
      return phase === 'resolved' ? null : 'nothing_to_claim';
    case 'claim_refund':
      return phase === 'cancelled' ? null : 'nothing_to_claim';
  }
}
