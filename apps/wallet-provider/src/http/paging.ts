import { Fields } from './fields.js';
import type { Call } from './operation.js';

const DEFAULT_PAGE_SIZE = 10;
const MAX_PAGE_SIZE = 50;

export interface PageRequest {
  readonly size: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly keysetPage: boolean;
  readonly cursor?: { readonly id: string; readonly side: 'before' | 'after' };
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

export function parsePage(query: Call['query']): PageRequest {
  const fields = new Fields(query, 'query');
  const [before, after] = [fields.uuid('pageBefore'), fields.uuid('pageAfter')];
  const page = {
    size: fields.integer('pageSize', { min: 1, max: MAX_PAGE_SIZE }) ?? DEFAULT_PAGE_SIZE,
    fromMs: fields.dateMs('from') ?? -Infinity,
    toMs: fields.dateMs('to') ?? Infinity,
    keysetPage: fields.oneOf('order', ['ASC', 'DESC']) !== 'ASC',
  };
  if (before !== undefined && after !== undefined) fields.refuse('pageBefore', 'excludes pageAfter');
  fields.done();
  if (before !== undefined) return { ...page, cursor: { id: before, side: 'before' } };
  return after === undefined ? page : { ...page, cursor: { id: after, side: 'after' } };
}

/** The way that a source has to be walked from the cursor; a page before it is collected backwards and then turned. */
export function isDescending({ keysetPage, cursor }: PageRequest): boolean {
  return cursor?.side === 'before' ? !keysetPage : keysetPage;
}

/** Takes a page from a source that is walked as `isDescending` says, from behind the cursor on. */
export async function takePage<T>(source: AsyncIterable<T> | Iterable<T>, request: PageRequest): Promise<Page<T>> {
  const found: T[] = [];
  for await (const item of source) {
    found.push(item);
    if (found.length > request.size) break;
  }
  const more = found.length > request.size;
  const items = found.slice(0, request.size);
  if (request.cursor?.side === 'before') return { items: items.reverse(), hasPrevious: more, hasNext: true };
  return { items, hasPrevious: request.cursor !== undefined, hasNext: more };
}

/** The Link header of a page; empty without neighbours. */
export function linkHeader(url: URL, page: Page<{ readonly id: string }>): Record<string, string> {
  const links: string[] = [];
  const add = (rel: string, parameter: string, item: { readonly id: string } | undefined) => {
    if (item === undefined) return;
    const target = new URL(url);
    target.searchParams.delete('pageBefore');
    target.searchParams.delete('pageAfter');
    target.searchParams.set(parameter, item.id);
    links.push(`<${target.href}>; rel="${rel}"`);
  };
  if (page.hasPrevious) add('prev', 'pageBefore', page.items[0]);
  if (page.hasNext) add('next', 'pageAfter', page.items.at(-1));
  return links.length === 0 ? {} : { link: links.join(', ') };
}
