/** Remembers how to take writes back, so that a block, a transaction or a mere simulation can be undone. */
export class Journal {
  private readonly undo: (() => void)[] = [];

  get mark(): number {
    return this.undo.length;
  }

  set<K, V>(map: Map<K, V>, key: K, value: V): void {
    const before = map.get(key);
    const had = map.has(key);
    map.set(key, value);
    this.undo.push(() => {
      if (had && before !== undefined) map.set(key, before);
      else map.delete(key);
    });
  }

  takeBack(mark: number): void {
    while (this.undo.length > mark) this.undo.pop()?.();
  }
}
