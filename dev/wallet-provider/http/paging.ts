import type { FastifyRequest } from 'fastify';
import { ProviderError } from '../domain/provider-error.js';
import { invalidParameter } from './validation.js';

const DEFAULT_PAGE_SIZE = 10;

export interface PageQuery {
  readonly pageBefore?: string;
  readonly pageAfter?: string;
  readonly pageSize?: string;
  readonly from?: string;
  readonly to?: string;
  readonly order?: 'ASC' | 'DESC';
}

interface Item {
  readonly id: string;
  readonly createDateMs: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

interface Source<T> {
  /** In order of creation. */
  readonly items: Iterable<T>;
  readonly matches: (item: T) => boolean;
  readonly unknownCursor: 'walletNotFound' | 'transactionNotFound';
}

/** Takes a page, newest first by default. @throws ProviderError when both cursors are given, or an unknown one */
export function takePage<T extends Item>({ items, matches, unknownCursor }: Source<T>, query: PageQuery): Page<T> {
  const { pageBefore, pageAfter } = query;
  if (pageBefore !== undefined && pageAfter !== undefined) {
    throw invalidParameter('query', { name: 'pageBefore', constraint: 'excludes pageAfter', value: pageBefore });
  }
  const [cursor, isBefore] = [(pageBefore ?? pageAfter)?.toLowerCase(), pageBefore !== undefined];
  // A page before the cursor is read against the order, and then reversed.
  const ordered = [...items];
  if ((query.order !== 'ASC') !== isBefore) ordered.reverse();
  const start = cursor === undefined ? 0 : ordered.findIndex(({ id }) => id === cursor) + 1;
  if (cursor !== undefined && start === 0) throw new ProviderError(unknownCursor);
  const fromMs = query.from === undefined ? -Infinity : Date.parse(query.from);
  const toMs = query.to === undefined ? Infinity : Date.parse(query.to);
  const size = Number(query.pageSize ?? DEFAULT_PAGE_SIZE);
  const found: T[] = [];
  for (let index = start; index < ordered.length && found.length <= size; index += 1) {
    const item = ordered[index];
    if (item === undefined || item.createDateMs < fromMs || item.createDateMs > toMs || !matches(item)) continue;
    found.push(item);
  }
  const [page, hasMore] = [found.slice(0, size), found.length > size];
  return isBefore
    ? { items: page.reverse(), hasPrevious: hasMore, hasNext: true }
    : { items: page, hasPrevious: cursor !== undefined, hasNext: hasMore };
}

export function linkHeader(request: FastifyRequest, page: Page<Item>): Record<string, string> {
  const links: string[] = [];
  const add = (rel: string, parameter: string, item: Item | undefined) => {
    if (item === undefined) return;
    const target = new URL(request.url, `http://${request.host}`);
    target.searchParams.delete('pageBefore');
    target.searchParams.delete('pageAfter');
    target.searchParams.set(parameter, item.id);
    links.push(`<${target.href}>; rel="${rel}"`);
  };
  if (page.hasPrevious) add('prev', 'pageBefore', page.items[0]);
  if (page.hasNext) add('next', 'pageAfter', page.items.at(-1));
  return links.length === 0 ? {} : { link: links.join(', ') };
}
