import { AppError, type ErrorCode } from '@app/common';

/** Runs a use case whose failed statement is answered with a code of its own; errors thrown on purpose pass. */
export async function failAs<T>(code: ErrorCode, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError ? error : new AppError(code, { cause: error });
  }
}
