import { type Keyset, PAGE_LIMIT_MAX, type PageRequest } from '@app/common';
import type { SqlParameter } from '@app/persistence';

export interface NewestFirst {
  clause: string;
  parameters: SqlParameter[];
}

/** The end of a statement that reads one page of one owner's rows, newest first, and one row more. */
export function keysetPage(column: string, id: string, { after }: PageRequest): NewestFirst {
  const tail = `ORDER BY created_at DESC, id DESC LIMIT ${PAGE_LIMIT_MAX + 1}`;
  if (after === null) return { clause: `WHERE ${column} = $1 ${tail}`, parameters: [id] };
  return {
    clause: `WHERE ${column} = $1 AND (created_at, id) < ($2::timestamptz, $3::uuid) ${tail}`,
    parameters: [id, after.at, after.id],
  };
}

export function keysetOfRecord({ createdAt, id }: { createdAt: Date; id: string }): Keyset {
  return { at: createdAt, id };
}
