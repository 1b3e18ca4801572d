import { useSyncExternalStore } from 'preact/compat';

export class Store<T> {
  private readonly listeners = new Set<() => void>();

  constructor(private current: T) {}

  readonly get = (): T => this.current;

  set(value: T): void {
    if (Object.is(value, this.current)) return;
    this.current = value;
    for (const listener of this.listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
