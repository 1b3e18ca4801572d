/** Undo log of writes to maps, used to revert a block, a transaction or a simulated call. */
export class UndoLog {
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

  rollBack(mark: number): void {
    while (this.undo.length > mark) this.undo.pop()?.();
  }
}
