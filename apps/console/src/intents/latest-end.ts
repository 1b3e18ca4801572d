import type { Execution, PresageEvent } from '@presage/sdk';

/** Lifetime of a call in a service with default settings, in ms. */
const DEFAULT_LIFETIME_MS = 900_000;

/**
 * Latest time at which the contracts accept the call of an attempt. The call is armed before it is sent, so the event
 * of the broadcast is not before the start of its lifetime.
 */
export function latestEnd(
  execution: Pick<Execution, 'updated_at'>,
  events: readonly Pick<PresageEvent, 'type' | 'at'>[],
): string {
  const sent = events.find(({ type }) => type === 'execution.broadcast' || type === 'execution.unknown');
  return new Date(Date.parse(sent?.at ?? execution.updated_at) + DEFAULT_LIFETIME_MS).toISOString();
}
