import { rmSync } from 'node:fs';

/** Removes a folder if it exists. Retries, since a child of a killed process may still create files in it. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
