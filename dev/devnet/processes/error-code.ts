import { isRecord } from '@app/common';

/** Returns the system's name of an error, such as ENOENT or ESRCH, or null. */
export function errorCode(error: unknown): string | null {
  return isRecord(error) && typeof error['code'] === 'string' ? error['code'] : null;
}
