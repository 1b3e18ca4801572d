import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { ArchivedRecord } from './archived-record.js';
import { ArchiveRefusedError } from './refuse-unless-due.js';

/** Readable by the owner only: the steps hold what was signed and sent. */
const FILE_MODE = 0o600;

/** Parses a line that `writeArchiveFile` wrote; the hashes of its events are checked afterwards. */
const parseRecord: (line: string) => ArchivedRecord = JSON.parse;

/**
 * Writes compressed lines of JSON. The file has its name only when it is complete and on the disk.
 * @throws {ArchiveRefusedError} when there is such a file, and what the records throw; then no file remains
 */
export async function writeArchiveFile(file: string, records: AsyncIterable<ArchivedRecord>): Promise<void> {
  if (existsSync(file)) throw new ArchiveRefusedError(`${file} exists: move it away`);
  const partial = `${file}.partial`;
  try {
    const handle = await open(partial, 'w', FILE_MODE);
    await pipeline(Readable.from(linesOf(records)), createGzip(), handle.createWriteStream({ flush: true }));
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
}

async function* linesOf(records: AsyncIterable<ArchivedRecord>): AsyncGenerator<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`;
}

/** Puts the new name of a file on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @throws Error when the file is damaged */
export async function* readArchiveFile(file: string): AsyncGenerator<ArchivedRecord> {
  const source = createReadStream(file);
  const gunzip = createGunzip();
  const piped = pipeline(source, gunzip);
  piped.catch(() => undefined); // reported below
  for await (const line of createInterface({ input: gunzip, crlfDelay: Infinity })) yield parseRecord(line);
  await piped;
}

export async function sha256OfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
