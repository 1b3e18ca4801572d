import { statfsSync } from 'node:fs';

const BYTES_PER_MB = 1_000_000;
/** A new cluster with its first write-ahead log. */
export const NEW_CLUSTER_MB = 60;
/** Room for the write-ahead log of a cluster that exists. Below it, PostgreSQL soon stops. */
export const RUNNING_CLUSTER_MB = 20;

/** A file system is too full for PostgreSQL. */
export class NoSpaceError extends Error {
  constructor(folder: string, neededMb: number) {
    super(`no space left in ${folder}: PostgreSQL needs about ${neededMb} MB. Free some, or set PRESAGE_DATA_DIR.`);
  }
}

/** @throws NoSpaceError */
export function requireSpace(folder: string, neededMb: number): void {
  if (freeMb(folder) < neededMb) throw new NoSpaceError(folder, neededMb);
}

/** Returns what this user may still write, in MB. */
function freeMb(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.floor((bavail * bsize) / BYTES_PER_MB);
}
