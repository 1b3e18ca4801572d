import { multiplyDecimals } from '@app/common';
import type { Outcome } from '../../markets/domain/market.js';

export const SIDES = ['BUY', 'SELL'] as const;
export type Side = (typeof SIDES)[number];

/** What somebody meant to trade: a record only, nothing of it reaches a chain. Decimals are in display units. */
export interface TradeTerms {
  userId: string;
  marketId: string;
  outcome: Outcome;
  side: Side;
  quantity: string;
  /** From 0 to 1. */
  price: string;
}

export interface Trade extends TradeTerms {
  id: string;
  collateralAmount: string;
  feeAmount: string;
  status: string;
  txHash: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Quantity × price to the last digit, however many that takes. */
export function collateralOf({ quantity, price }: TradeTerms): string {
  return multiplyDecimals(quantity, price);
}
