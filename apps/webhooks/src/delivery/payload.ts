import { toJsonText } from '@app/common';
import { hashOfEvent, type WireEvent } from '@app/events';
import type { ClaimedTest } from './deliveries.repository.js';

/** Type of the event of a test delivery, which is in no log. */
export const TEST_TYPE = 'webhook.test';

/** Body of a delivery: type and time as Standard Webhooks has them, the agent, and the event as its log has it. */
export function encodePayload(event: WireEvent, agentId: string | null): string {
  return toJsonText({ type: event.type, timestamp: event.at, agent_id: agentId, data: event });
}

export function createTestEvent({ eventId, webhookId, requestedAt }: ClaimedTest): WireEvent {
  const event: WireEvent = {
    seq: 0,
    id: eventId,
    type: TEST_TYPE,
    at: requestedAt.toISOString(),
    subject: { kind: 'webhook', id: webhookId },
    data: {},
    block: null,
    previous_hash: null,
    hash: '',
  };
  return { ...event, hash: hashOfEvent(event) };
}
