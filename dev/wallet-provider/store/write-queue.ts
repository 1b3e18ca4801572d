import type { ClassicLevel } from 'classic-level';

export type Database = ClassicLevel<string, string>;
type Batch = ReturnType<typeof newBatch>;
/** Adds its puts and deletes to a batch. */
export type Write = (batch: Batch) => void;

interface Waiting {
  readonly writes: readonly Write[];
  readonly sync: boolean;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Group commit: writes that arrive during a commit form the next batch, in order. */
export class WriteQueue {
  private waiting: Waiting[] = [];
  private running: Promise<void> | undefined;

  constructor(private readonly database: Database) {}

  /** Commits all writes or none. With `sync` they survive a power failure, otherwise the kill of the process. */
  commit(writes: readonly Write[], { sync }: { sync: boolean }): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ writes, sync, resolve, reject });
      this.running ??= this.run();
    });
  }

  async drain(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    await Promise.resolve();
    while (this.waiting.length > 0) await this.writeAll(this.waiting.splice(0));
    this.running = undefined;
  }

  private async writeAll(group: readonly Waiting[]): Promise<void> {
    try {
      const batch = newBatch(this.database);
      for (const { writes } of group) for (const write of writes) write(batch);
      await batch.write({ sync: group.some(({ sync }) => sync) });
      for (const { resolve } of group) resolve();
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}

function newBatch(database: Database) {
  return database.batch();
}
