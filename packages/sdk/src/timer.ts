/** Clock and pauses of the client. */
export interface Timer {
  nowMs(): number;
  /** @throws the signal's reason when it aborts */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const SYSTEM_TIMER: Timer = {
  nowMs: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const onAbort = (): void => {
        clearTimeout(timeout);
        reject(abortReason(signal));
      };
      const timeout = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

export function abortReason(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason });
}
