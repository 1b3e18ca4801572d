import type { LaneSummary } from '@app/operations';
import type { LaneDto } from './lane.dto.js';

export function presentLane(lane: LaneSummary): LaneDto {
  return {
    agent_id: lane.agentId,
    state: lane.state,
    due_at: lane.wakeAt?.toISOString() ?? null,
    overdue: lane.isOverdue,
    quarantined_at: lane.quarantinedAt?.toISOString() ?? null,
    failures: lane.failures,
    unfinished: lane.unfinished,
    head_execution_id: lane.head,
    head_status: lane.status,
    waiting_for: lane.waitingFor,
    accepted_at: lane.acceptedAt?.toISOString() ?? null,
  };
}
