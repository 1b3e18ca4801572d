import { useSyncExternalStore } from 'preact/compat';

/** Place in the console: `#/markets/{id}`. */
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
