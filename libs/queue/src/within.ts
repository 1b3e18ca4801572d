class QueueTimeoutError extends Error {
  constructor() {
    super('the queue did not answer in time');
    this.name = 'QueueTimeoutError';
  }
}

/** The work's outcome, or a QueueTimeoutError when it has none by then; the work itself goes on. */
export async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new QueueTimeoutError()), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
