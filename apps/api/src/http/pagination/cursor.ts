import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError, type Keyset, parseTimestamp } from '@app/common';

const CHECKSUM_BYTES = 9;
/** A number that PostgreSQL reads as numeric and as double precision. */
const PLACE = /^\d{1,80}(\.\d{1,40})?(e-\d{1,2})?$/;
const WORD = /^[A-Za-z0-9_-]{1,100}$/;

/**
 * Encodes the end of a page as an opaque word. Its checksum binds it to the list.
 * @param scope identifies the list with everything that selects and orders its rows, except the limit
 */
export function encodeCursor(scope: string, { at, id, place }: Keyset): string {
  const key = [at.toISOString(), id, ...(place === undefined ? [] : [place])].join(' ');
  return Buffer.concat([checksum(scope, key), Buffer.from(key)]).toString('base64url');
}

/**
 * @param isId accepts the ids of the list
 * @throws {AppError} invalid_query for anything that `encodeCursor` did not return for the same scope
 */
export function decodeCursor(scope: string, cursor: string, isId: (id: string) => boolean = isWord): Keyset {
  const bytes = Buffer.from(cursor, 'base64url');
  const key = bytes.subarray(CHECKSUM_BYTES).toString();
  const genuine =
    bytes.toString('base64url') === cursor &&
    bytes.length > CHECKSUM_BYTES &&
    timingSafeEqual(bytes.subarray(0, CHECKSUM_BYTES), checksum(scope, key));
  const [time = '', id = '', place] = key.split(' ');
  const at = parseTimestamp(time);
  if (!genuine || at === null || !isId(id) || (place !== undefined && !PLACE.test(place))) {
    throw new AppError('invalid_query', { details: ['cursor does not belong to this list'] });
  }
  return { at, id, place };
}

function isWord(id: string): boolean {
  return WORD.test(id);
}

function checksum(scope: string, key: string): Buffer {
  return createHash('sha256').update(`${scope}\0${key}`).digest().subarray(0, CHECKSUM_BYTES);
}
