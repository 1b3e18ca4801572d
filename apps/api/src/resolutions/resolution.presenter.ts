import type { Resolution } from '@app/markets';
import { presentEvidence } from '../intents/evidence.presenter.js';
import type { ResolutionDto } from './resolution.dto.js';

export function presentResolution(resolution: Resolution): ResolutionDto {
  return {
    id: resolution.id,
    market_id: resolution.marketId,
    winning_outcome: resolution.winningOutcome,
    status: resolution.status,
    resolver_type: resolution.resolverType,
    evidence_reference: resolution.evidenceReference,
    evidence: resolution.evidence === null ? null : presentEvidence(resolution.evidence),
    due_at: resolution.dueAt?.toISOString() ?? null,
    overdue: resolution.overdue,
    resolved_at: resolution.resolvedAt.toISOString(),
    created_at: resolution.createdAt.toISOString(),
    updated_at: resolution.updatedAt.toISOString(),
  };
}
