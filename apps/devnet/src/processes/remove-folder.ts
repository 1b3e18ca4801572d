import { rmSync } from 'node:fs';

/** Removes it with all that it holds, if it is there: of what was killed, a child may make one more file meanwhile. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
