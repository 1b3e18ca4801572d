import type { GasPrice, MarketState } from '@app/chain';
import { type BuyAction, fromBaseUnits } from '@app/common';
import type { ExecutionFee } from './intent-preview.js';
import { NATIVE_DECIMALS, type PlannedStep, stakeWei } from './planned-step.js';

/**
 * Gas that calls with a ref use, as a test holds them to receipts. Storage that is written for the first time costs 17,100
 * more. The figures are the mean of cases that a preview cannot tell apart, such as whether an account holds collateral.
 */
const GAS = {
  /** Approval, or the permit that a buy carries instead. */
  approval: { first: 47_000n, again: 30_000n },
  buy: { inEmptyMarket: 168_000n, onEmptySide: 130_000n, otherwise: 108_000n },
  /** Texts of up to 31 bytes share a slot with their length. */
  creation: { short: 240_000n, slot: 23_000n },
  /** Closing, resolving and cancelling. */
  ending: { firstCall: 89_000n, otherwise: 70_000n },
  claim: { claim_payout: 112_000n, claim_refund: 108_000n },
} as const;

/** State on which the gas of a call depends. Unknown state is that of the highest gas. */
export interface GasState {
  market: Pick<MarketState, 'phase' | 'pools'> | null;
  /** Base units that the market may take; null unless a buy lacks allowance. */
  allowance: bigint | null;
}

const UNKNOWN: GasState = { market: null, allowance: 0n };

type GasStep = Pick<PlannedStep, 'kind'> & { intent: Pick<PlannedStep['intent'], 'action' | 'marketId' | 'question'> };

/** Gas for which a wallet must hold coins before this step and those that follow are sent: custodies reserve a third more. */
export function computeGas(step: GasStep): bigint {
  return (measuredGas(step, UNKNOWN) * 3n) / 2n;
}

/** What the gas of an action costs at the present price, but for who pays. */
export function computeGasCost(
  step: PlannedStep,
  state: GasState,
  { gasPrice, nativeWei }: { gasPrice: GasPrice; nativeWei: bigint },
): Omit<ExecutionFee, 'sponsored' | 'asOfBlock'> {
  const gas = measuredGas(step, state);
  // Covers what the state leaves open.
  const gasLimit = (gas * 9n) / 8n;
  const maxCostWei = gasLimit * gasPrice.maxFeeWei;
  const spareWei = nativeWei - computeGas(step) * gasPrice.maxFeeWei - stakeWei(step);
  const executionsLeft = spareWei < 0n ? 0n : 1n + spareWei / (maxCostWei + stakeWei(step));
  return {
    gasLimit: Number(gasLimit),
    maxFeePerGas: String(gasPrice.maxFeeWei),
    maxCost: toNative(maxCostWei),
    estimatedCost: toNative(gas * gasPrice.presentWei),
    nativeBalance: toNative(nativeWei),
    executionsLeft: Math.min(Number(executionsLeft), Number.MAX_SAFE_INTEGER),
  };
}

function measuredGas({ intent, kind }: GasStep, { market, allowance }: GasState): bigint {
  const approval = kind === 'approve' ? GAS.approval[allowance === 0n ? 'first' : 'again'] : 0n;
  return approval + actionGas(intent, market);
}

function actionGas({ action, marketId, question }: GasStep['intent'], market: GasState['market']): bigint {
  switch (action) {
    case 'create_market':
      return GAS.creation.short + GAS.creation.slot * (textSlots(marketId) + textSlots(question ?? ''));
    case 'buy_yes':
    case 'buy_no':
      return GAS.buy[poolState(action, market)];
    case 'claim_payout':
    case 'claim_refund':
      return GAS.claim[action];
    case 'close_market':
    case 'resolve_market':
    case 'cancel_market': {
      const isUntouched =
        market === null || (market.phase === 'open' && poolState('buy_yes', market) === 'inEmptyMarket');
      return GAS.ending[isUntouched ? 'firstCall' : 'otherwise'];
    }
  }
}

function poolState(action: BuyAction, market: GasState['market']): keyof typeof GAS.buy {
  const { yesBaseUnits, noBaseUnits } = market?.pools ?? { yesBaseUnits: 0n, noBaseUnits: 0n };
  if (yesBaseUnits + noBaseUnits === 0n) return 'inEmptyMarket';
  return (action === 'buy_yes' ? yesBaseUnits : noBaseUnits) === 0n ? 'onEmptySide' : 'otherwise';
}

function textSlots(text: string): bigint {
  const bytes = Buffer.byteLength(text);
  return bytes < 32 ? 0n : BigInt(Math.ceil(bytes / 32));
}

/** Native coins in display units. */
export function toNative(wei: bigint): string {
  return fromBaseUnits(wei, NATIVE_DECIMALS);
}
