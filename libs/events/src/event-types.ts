/** Types of events. Later versions may add types. */
export const EVENT_TYPES = [
  'intent.previewed',
  'intent.confirmed',
  'intent.cancelled',
  'execution.queued',
  'execution.broadcast',
  'execution.unknown',
  'execution.executed',
  'execution.failed',
  'execution.cancelled',
  'wallet.created',
  'wallet.changed',
  'wallet.frozen',
  'wallet.unfrozen',
  'wallet.disabled',
  'budget.reserved',
  'budget.spent',
  'budget.released',
  'budget.refused',
  'position.changed',
  'market.created',
  'market.closed',
  'market.resolved',
  'market.cancelled',
  'payout.claimable',
  'payout.claimed',
  'refund.claimable',
  'refund.claimed',
  'chain.reorganised',
] as const;

/** Subject of an event. */
export const SUBJECT_KINDS = ['intent', 'execution', 'wallet', 'position', 'market'] as const;
