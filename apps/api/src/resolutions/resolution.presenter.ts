import type { Resolution } from '@app/markets';
import type { ResolutionDto } from './resolution.dto.js';

export function presentResolution(resolution: Resolution): ResolutionDto {
  return {
    id: resolution.id,
    market_id: resolution.marketId,
    winning_outcome: resolution.winningOutcome,
    status: resolution.status,
    resolver_type: resolution.resolverType,
    evidence_reference: resolution.evidenceReference,
    resolved_at: resolution.resolvedAt.toISOString(),
    created_at: resolution.createdAt.toISOString(),
    updated_at: resolution.updatedAt.toISOString(),
  };
}
