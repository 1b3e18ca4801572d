import { randomUUID } from 'node:crypto';

export const REQUEST_ID_HEADER = 'x-request-id';
const VALID_ID = /^[\x20-\x7e]{1,200}$/;

/** The client's id if, trimmed, it is 1 to 200 printable ASCII characters; a new UUID otherwise. */
export function toRequestId(header: string | readonly string[] | undefined): string {
  const id = typeof header === 'string' ? header.trim() : '';
  return VALID_ID.test(id) ? id : randomUUID();
}
