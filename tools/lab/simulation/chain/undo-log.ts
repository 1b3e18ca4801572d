interface Write {
  undo: () => void;
  redo: () => void;
}

/** Undo log of writes to maps, used to revert a block, a transaction or a simulated call. */
export class UndoLog {
  private readonly writes: Write[] = [];

  get mark(): number {
    return this.writes.length;
  }

  set<K, V>(map: Map<K, V>, key: K, value: V): void {
    const before = map.get(key);
    const had = map.has(key);
    const undo = (): void => {
      if (had && before !== undefined) map.set(key, before);
      else map.delete(key);
    };
    const redo = (): void => void map.set(key, value);
    redo();
    this.writes.push({ undo, redo });
  }

  rollBack(mark: number): void {
    while (this.writes.length > mark) this.writes.pop()?.undo();
  }

  /** Runs a read on the state as it was at a mark. */
  readAt<T>(mark: number, read: () => T): T {
    const later = this.writes.slice(mark);
    this.rollBack(mark);
    try {
      return read();
    } finally {
      for (const write of later) write.redo();
      this.writes.push(...later);
    }
  }
}
