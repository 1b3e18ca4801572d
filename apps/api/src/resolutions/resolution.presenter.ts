import type { Resolution } from '@app/markets';
import { timestampOf } from '../http/present.js';
import type { ResolutionDto } from './resolution.dto.js';

export function presentResolution(resolution: Resolution): ResolutionDto {
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
