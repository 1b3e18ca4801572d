import type { LaneSummary } from '@app/operations';
import { present } from '../http/present.js';
import { LaneDto } from './lane.dto.js';

export function presentLane(lane: LaneSummary): LaneDto {
  const { wakeAt: dueAt, isOverdue: overdue, head: headExecutionId, status: headStatus } = lane;
  return present(LaneDto, { ...lane, dueAt, overdue, headExecutionId, headStatus });
}
