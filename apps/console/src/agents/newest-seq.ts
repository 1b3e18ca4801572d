import type { PresageEvent } from '@presage/sdk';

/**
 * Position of the newest event of these types.
 * @param known position that was returned last: its event may be older than those of the list
 */
export function newestSeq(
  events: readonly Pick<PresageEvent, 'seq' | 'type'>[],
  types: readonly string[],
  known: number,
): number {
  return Math.max(known, events.find(({ type }) => types.includes(type))?.seq ?? 0);
}
