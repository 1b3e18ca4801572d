import type { AnswerOf } from './api.js';
import { fieldsOf } from './http.js';

/** Items of the paged operations. */
export interface ListItems {
  listMarkets: AnswerOf<'listMarkets'>['markets'][number];
  listMarketsForAgents: AnswerOf<'listMarketsForAgents'>['markets'][number];
  getHistory: AnswerOf<'getHistory'>['history']['candles'][number];
  listActivity: AnswerOf<'listActivity'>['activity']['items'][number];
  listExecutions: AnswerOf<'listExecutions'>['executions'][number];
  listPositionsOfMarket: AnswerOf<'listPositionsOfMarket'>['positions'][number];
  listPositionsOfUser: AnswerOf<'listPositionsOfUser'>['positions'][number];
  listSettlementsOfMarket: AnswerOf<'listSettlementsOfMarket'>['settlements'][number];
  listSettlementsOfUser: AnswerOf<'listSettlementsOfUser'>['settlements'][number];
}

/** Finds the items and the cursor of an answer, which are in its outer object or one level below. */
export function pageOf(answer: unknown): { items: readonly unknown[]; next: string | null } {
  const outer = fieldsOf(answer);
  const levels = [outer, ...Object.values(outer).map(fieldsOf)];
  const items: unknown = levels.flatMap((level) => Object.values(level)).find(Array.isArray);
  const next = levels.map(({ next_cursor }) => next_cursor).find((cursor) => typeof cursor === 'string');
  return { items: Array.isArray(items) ? items : [], next: next ?? null };
}
