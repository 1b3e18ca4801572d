/** Advice on sending a failed request again, for the table of errors. */
export const RETRY_ADVICE = {
  change: 'No. Change the request first.',
  state: 'No. The named state must change first.',
  wait: 'Yes, the same request, after `Retry-After`.',
  repeat: 'Yes, the same request, with growing pauses.',
  check: 'Read first: the request may have taken effect. Repeat it only if it has not.',
  operator: 'No. The operator of the service must change its settings.',
} as const;

export type RetryAdvice = keyof typeof RETRY_ADVICE;
