import type { Clock } from '@app/common';

/** Compiles sources into dist/. Rejects with the compiler's message, and then writes nothing. */
export type CompileFiles = (files: readonly string[]) => Promise<void>;

/** A process that is restarted when its sources change. */
export interface ReloadTarget {
  readonly app: 'api' | 'worker' | 'webhooks';
  readonly name: string;
  /** Resolves when the new process is ready. */
  restart(): Promise<void>;
}

export interface ReloaderOptions {
  readonly compile: CompileFiles;
  readonly targets: readonly ReloadTarget[];
  readonly clock: Clock;
  readonly announce: (line: string) => void;
}

/** Compiles changed sources and restarts the processes that use them. Changes during a reload cause one more reload. */
export class Reloader {
  private readonly pending = new Set<string>();
  private isReloading = false;

  constructor(private readonly options: ReloaderOptions) {}

  /** @param files paths relative to the project root, with slashes */
  changed(files: readonly string[]): void {
    for (const file of files) this.pending.add(file);
    if (this.isReloading) return;
    this.isReloading = true;
    void this.reloadPending().finally(() => (this.isReloading = false));
  }

  private async reloadPending(): Promise<void> {
    for (let failed = false; this.pending.size > 0 && !failed;) {
      const files = [...this.pending];
      const startedMs = this.options.clock.nowMs();
      if (await this.compile(files)) {
        for (const file of files) this.pending.delete(file);
        await this.restart(files, startedMs);
      } else {
        failed = this.pending.size === files.length; // failed files are compiled again with the next change
      }
    }
  }

  private async compile(files: readonly string[]): Promise<boolean> {
    try {
      await this.options.compile(files);
      return true;
    } catch (error) {
      this.options.announce(`not compiled, the processes keep running:\n${describeError(error)}`);
      return false;
    }
  }

  private async restart(files: readonly string[], startedMs: number): Promise<void> {
    const { clock, announce } = this.options;
    const targets = this.options.targets.filter(({ app }) => files.some((file) => isUsedBy(app, file)));
    const results = await Promise.allSettled(targets.map((target) => target.restart()));
    const failures = results.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : []));
    for (const failure of failures) announce(describeError(failure));
    const names = targets.map(({ name }) => name).join(', ');
    if (failures.length === 0) announce(`${names} reloaded in ${((clock.nowMs() - startedMs) / 1000).toFixed(1)} s`);
  }
}

function isUsedBy(app: ReloadTarget['app'], file: string): boolean {
  const folders = [`apps/${app}/`, 'libs/', ...(app === 'api' ? ['apps/console/'] : [])];
  return folders.some((folder) => file.startsWith(folder));
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
