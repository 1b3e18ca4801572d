import type { AnswerOf } from './api.js';
import type { OperationName } from './generated/operations.js';
import { toFields } from './http.js';

/** The part of an answer that has the items and the cursor: the outer object or one below it. */
type Page<A> = A extends string
  ? never
  : A extends { next_cursor: unknown }
    ? A
    : { [K in keyof A]: A[K] extends { next_cursor: unknown } ? A[K] : never }[keyof A];
type Item<P> = { [K in keyof P]: P[K] extends readonly (infer I)[] ? I : never }[keyof P];

/** Items of the paged operations. */
export type ListItems = {
  [N in OperationName as [Page<AnswerOf<N>>] extends [never] ? never : N]: Item<Page<AnswerOf<N>>>;
};

/** Finds the items and the cursor of an answer. */
export function parsePage(answer: unknown): { items: readonly unknown[]; next: string | null } {
  const outer = toFields(answer);
  const levels = [outer, ...Object.values(outer).map(toFields)];
  const items: unknown = levels.flatMap((level) => Object.values(level)).find(Array.isArray);
  const next = levels.map(({ next_cursor }) => next_cursor).find((cursor) => typeof cursor === 'string');
  return { items: Array.isArray(items) ? items : [], next: next ?? null };
}
