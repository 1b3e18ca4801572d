import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
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
 * @param runId part of the name until then
 * @returns SHA-256 of the lines
 * @throws {ArchiveRefusedError} when there is such a file, and what the records throw; then no file is added
 */
export async function writeArchiveFile(
  file: string,
  { runId, records }: { runId: string; records: AsyncIterable<ArchivedRecord> },
): Promise<string> {
  refuseExisting(file);
  const partial = `${file}.${runId}.partial`;
  const hash = createHash('sha256');
  async function* lines(): AsyncGenerator<string> {
    for await (const record of records) {
      const line = `${JSON.stringify(record)}\n`;
      hash.update(line);
      yield line;
    }
  }
  try {
    const handle = await open(partial, 'wx', FILE_MODE);
    await pipeline(Readable.from(lines()), createGzip(), handle.createWriteStream({ flush: true }));
    refuseExisting(file);
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
  return hash.digest('hex');
}

function refuseExisting(file: string): void {
  if (existsSync(file))
    throw new ArchiveRefusedError(`${file} exists, and is not what this archive records: move it away`);
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

export interface ArchiveLine {
  /** With its line break. */
  readonly text: string;
  readonly record: ArchivedRecord;
}

/** @throws Error when the file is damaged */
export async function* readArchiveFile(file: string): AsyncGenerator<ArchiveLine> {
  const gunzip = createGunzip();
  pipeline(createReadStream(file), gunzip).catch(() => undefined); // the loop throws the error
  const chunks: AsyncIterable<Buffer> = gunzip;
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield { text: `${line}\n`, record: parseRecord(line) };
  }
}

/** Null when there is no such file. */
export async function sha256OfFile(file: string): Promise<string | null> {
  if (!existsSync(file)) return null;
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
