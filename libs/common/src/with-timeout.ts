export class TimeoutError extends Error {
  constructor(timeoutMs: number) {
    super(`timed out after ${timeoutMs} ms`);
    this.name = 'TimeoutError';
  }
}

/**
 * Settles as `work` does, or with the value of `onTimeout` after `timeoutMs`. The work is not cancelled; its late
 * outcome is dropped, a rejection included.
 *
 * @throws TimeoutError after `timeoutMs` when there is no `onTimeout`
 */
export async function withTimeout<T, F = never>(
  work: Promise<T>,
  timeoutMs: number,
  onTimeout?: () => F,
): Promise<T | F> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<F>((resolve, reject) => {
    timer = setTimeout(() => {
      if (onTimeout === undefined) reject(new TimeoutError(timeoutMs));
      else resolve(onTimeout());
    }, timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
