import { statfsSync } from 'node:fs';
import { UnusableFolderError } from '../data-folder.js';

/** A new cluster with its first write-ahead log. */
export const NEW_CLUSTER_MB = 60;
/** Room for the write-ahead log of a cluster that exists. Below it, PostgreSQL soon stops. */
export const RUNNING_CLUSTER_MB = 20;

/** @throws UnusableFolderError when this user may write less than this to the file system */
export function requireSpace(folder: string, neededMb: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= neededMb * 1_000_000) return;
  throw new UnusableFolderError(folder, `no space left in it, PostgreSQL needs about ${neededMb} MB`);
}
