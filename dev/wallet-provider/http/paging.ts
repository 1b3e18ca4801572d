import type { FastifyRequest } from 'fastify';
import { invalidParameter } from './validation.js';

const DEFAULT_PAGE_SIZE = 10;

/** Validated query parameters of a list. */
export interface PageQuery {
  readonly pageBefore?: string;
  readonly pageAfter?: string;
  readonly pageSize?: string;
  readonly from?: string;
  readonly to?: string;
  readonly order?: 'ASC' | 'DESC';
}

export interface PageRequest {
  readonly size: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly newestFirst: boolean;
  readonly cursor?: { readonly id: string; readonly side: 'before' | 'after' };
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

/** @throws ProviderError when both cursors are given */
export function parsePage({ pageBefore, pageAfter, pageSize, from, to, order }: PageQuery): PageRequest {
  if (pageBefore !== undefined && pageAfter !== undefined) {
    throw invalidParameter('query', { name: 'pageBefore', constraint: 'excludes pageAfter', value: pageBefore });
  }
  const page = {
    size: pageSize === undefined ? DEFAULT_PAGE_SIZE : Number(pageSize),
    fromMs: from === undefined ? -Infinity : Date.parse(from),
    toMs: to === undefined ? Infinity : Date.parse(to),
    newestFirst: order !== 'ASC',
  };
  if (pageBefore !== undefined) return { ...page, cursor: { id: pageBefore.toLowerCase(), side: 'before' } };
  if (pageAfter !== undefined) return { ...page, cursor: { id: pageAfter.toLowerCase(), side: 'after' } };
  return page;
}

/** Whether to read a source in descending order. A page before the cursor is read against the order, and then reversed. */
export function isDescending({ newestFirst, cursor }: PageRequest): boolean {
  return cursor?.side === 'before' ? !newestFirst : newestFirst;
}

/** Takes a page from a source that starts behind the cursor and has the order of `isDescending`. */
export async function takePage<T>(source: AsyncIterable<T> | Iterable<T>, request: PageRequest): Promise<Page<T>> {
  const found: T[] = [];
  for await (const item of source) {
    found.push(item);
    if (found.length > request.size) break;
  }
  const hasMore = found.length > request.size;
  const items = found.slice(0, request.size);
  if (request.cursor?.side === 'before') return { items: items.reverse(), hasPrevious: hasMore, hasNext: true };
  return { items, hasPrevious: request.cursor !== undefined, hasNext: hasMore };
}

/** Returns the absolute URL of a request. */
export function urlOf(request: FastifyRequest): URL {
  return new URL(request.url, `http://${request.host}`);
}

/** Returns the Link header with the neighbours of a page. */
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
