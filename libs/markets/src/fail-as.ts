import { AppError, type ErrorCode } from '@app/common';

/** Maps an unexpected failure of the work to an error code. AppErrors pass unchanged. */
export async function failAs<T>(code: ErrorCode, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError ? error : new AppError(code, { cause: error });
  }
}
