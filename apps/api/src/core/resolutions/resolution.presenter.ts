import type { Resolution } from '@app/markets';
import { timestampOf } from '../../http/index.js';

export interface ResolutionBody {
  id: string;
  market_id: string;
  winning_outcome: string;
  status: string;
  resolver_type: string;
  evidence_reference: string;
  resolved_at: string;
  created_at: string;
  updated_at: string;
}

export function presentResolution(resolution: Resolution): ResolutionBody {
  return {
    id: resolution.id,
    market_id: resolution.marketId,
    winning_outcome: resolution.winningOutcome,
    status: resolution.status,
    resolver_type: resolution.resolverType,
    evidence_reference: resolution.evidenceReference,
    resolved_at: timestampOf(resolution.resolvedAt),
    created_at: timestampOf(resolution.createdAt),
    updated_at: timestampOf(resolution.updatedAt),
  };
}
