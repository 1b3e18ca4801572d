import { useSyncExternalStore } from 'preact/compat';
import { useEffect } from 'preact/hooks';

/** Place in the console: `#/markets/{id}`, with filters as a query behind it. */
export interface Route {
  readonly page: string;
  readonly id: string | null;
}

/** Pages of links within the console. */
export type PageName = 'markets' | 'agents' | 'intents' | 'operator' | 'build';

export function parseRoute(hash: string): Route {
  const [, page = '', id = ''] = /^#\/([^/?]*)(?:\/([^/?]*))?/.exec(hash) ?? [];
  return { page: page === '' ? 'markets' : page, id: id === '' ? null : decoded(id) };
}

/** Returns the address of a page for `href`. */
export function linkTo(page: PageName, id?: string): string {
  return id === undefined ? `#/${page}` : `#/${page}/${encodeURIComponent(id)}`;
}

export function goTo(page: PageName, id?: string): void {
  location.hash = linkTo(page, id);
}

/** Returns the current hash, and renders again when it changes. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => location.hash);
}

/** Returns a value of the address’s query, empty without one, and a function that replaces it without a further history entry. */
export function useQueryValue(name: string): readonly [value: string, setValue: (value: string) => void] {
  return [parseQuery(useHash()).get(name) ?? '', (value) => setQueryValue(name, value)];
}

/** The same for one of several values, of which the first is left out of the address. */
export function useQueryChoice<const T extends string>(
  name: string,
  options: readonly [first: readonly [value: T, text: string], ...(readonly (readonly [value: T, text: string])[])],
): readonly [value: T, setValue: (value: T) => void] {
  const [value, setValue] = useQueryValue(name);
  const [first] = options[0];
  const chosen = options.find(([one]) => one === value)?.[0] ?? first;
  return [chosen, (given) => setValue(given === first ? '' : given)];
}

/** Puts the name of the page’s record before that of the product in the title of the document. */
export function useTitle(name: string): void {
  useEffect(() => {
    document.title = `${name} · Presage`;
  }, [name]);
}

function setQueryValue(name: string, value: string): void {
  history.replaceState(null, '', withQueryValue(location.hash, name, value));
  dispatchEvent(new HashChangeEvent('hashchange')); // replaceState raises none
}

/** Returns the hash with another value in its query. An empty value is left out. */
export function withQueryValue(hash: string, name: string, value: string): string {
  const query = parseQuery(hash);
  if (value === '') query.delete(name);
  else query.set(name, value);
  const place = /^#\/[^?]+/.exec(hash)?.[0] ?? '#/markets';
  return query.size === 0 ? place : `${place}?${query.toString()}`;
}

function parseQuery(hash: string): URLSearchParams {
  return new URLSearchParams(/\?(.*)$/s.exec(hash)?.[1]);
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not percent-encoded
  }
}
