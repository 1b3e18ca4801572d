/** What a client does with a refusal, as it is told in the error table. */
export const RETRY_ADVICE = {
  change: 'Not as it is: change the request first.',
  state: 'Not as it is: what the error names must change first.',
  wait: 'Yes, the same request, after `Retry-After`.',
  repeat: 'Yes, the same request, after a moment and with growing pauses.',
  check: 'Read first: what was asked for may have happened. Repeat it only if it has not.',
  operator: 'Not by itself: whoever runs the service must change its settings.',
} as const;

export type RetryAdvice = keyof typeof RETRY_ADVICE;
