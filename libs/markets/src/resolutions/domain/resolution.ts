import type { Outcome } from '../../markets/domain/market.js';

/** How a market ended. */
export interface Resolution {
  id: string;
  marketId: string;
  winningOutcome: Outcome;
  status: string;
  resolverType: string;
  /** The transaction that resolved it. */
  evidenceReference: string;
  resolvedAt: Date;
  createdAt: Date;
  updatedAt: Date;
}
