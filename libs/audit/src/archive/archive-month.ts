import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { PlanContext } from '@app/agents';
import type { ChainHistory } from '@app/chain';
import type { Database, Sql } from '@app/persistence';
import { checkAnchors } from '../check-anchors.js';
import { type ChainCheck, checkAgainstChain } from '../check-chain.js';
import { checkEvents } from '../check-events.js';
import { checkIntentsOf } from '../check-intents.js';
import { checkSteps } from '../check-steps.js';
import type { Finding, Report } from '../finding.js';
import { findExecutions } from '../records.js';
import { sha256OfFile, writeArchiveFile } from './archive-file.js';
import { type ArchivedRecord, readRecords } from './archived-record.js';
import { listExecutions } from './archived-list.js';
import { ArchivesRepository, type StartedArchive, type WrittenArchive } from './archives.repository.js';
import { checkArchiveFile } from './check-archive-file.js';
import { listArchivable } from './list-archivable.js';
import { ArchiveRefusedError, refuseUnlessDue } from './refuse-unless-due.js';

/** Findings after which no more are looked for. */
const MAX_FINDINGS = 1_000;

export interface ArchiveParts {
  readonly database: Database;
  readonly chain: ChainHistory;
  readonly plan: PlanContext;
}

export interface ArchiveRequest {
  /** Such as `2026-08`. */
  readonly month: string;
  /** Existing folder. */
  readonly folder: string;
}

/** The archive, or what disagrees: then nothing has changed. */
export type ArchiveResult =
  { readonly archive: WrittenArchive } | { readonly archive: null; readonly findings: readonly Finding[] };

/**
 * Writes all executions that ended before the end of a month into a file, and deletes them from the database. Nothing is
 * deleted before the executions and the anchors are verified, and before the file was read again and compared. An
 * interrupted run is continued by the next one.
 * @throws {ArchiveRefusedError} when the month cannot be archived now
 */
export async function archiveMonth(parts: ArchiveParts, { month, folder }: ArchiveRequest): Promise<ArchiveResult> {
  const { database } = parts;
  const endedBefore = endOf(month);
  await refuseUnlessDue(database, month, endedBefore);
  const archives = new ArchivesRepository(database);
  const started = await archives.start(month, endedBefore);
  if (started.status === 'writing') {
    const file = path.join(folder, `presage-${month}.jsonl.gz`);
    const findings = await write(parts, started, file).catch(async (error: unknown) => {
      if (error instanceof ArchiveRefusedError) await archives.discard(started);
      throw error;
    });
    if (findings.length > 0) {
      await archives.discard(started);
      await rm(file, { force: true });
      return { archive: null, findings };
    }
  }
  await archives.deleteListed(started.id);
  return { archive: await archives.complete(started.id) };
}

/** First moment after a month such as `2026-08`. */
function endOf(month: string): Date {
  const end = new Date(`${month}-01T00:00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}

/** Writes and checks the file. @returns what disagrees */
async function write(parts: ArchiveParts, started: StartedArchive, file: string): Promise<Finding[]> {
  const { database, chain, plan } = parts;
  const findings: Finding[] = [];
  const report: Report = (code, subject, detail) => {
    if (findings.length < MAX_FINDINGS) findings.push({ code, subject, detail });
  };
  await checkAnchors(database, report);
  const check: ChainCheck = { chain, report, decimals: plan.decimals, head: await chain.head() };
  const written = { executions: 0, events: 0 };
  async function* records(): AsyncGenerator<ArchivedRecord> {
    for await (const intentIds of listArchivable(database, started.endedBefore)) {
      await verify(database, intentIds, { check, plan });
      if (findings.length > 0) return;
      await listExecutions(database, started.id, intentIds);
      for (const record of await readRecords(database, intentIds)) {
        written.executions += record.executions.length;
        written.events += record.executions.reduce((sum, { events }) => sum + events.length, 0);
        yield record;
      }
    }
    if (written.executions === 0) throw new ArchiveRefusedError(`no execution that ended until then can be archived`);
  }
  await writeArchiveFile(file, records());
  if (findings.length > 0) return findings;
  const found = await checkArchiveFile(database, { id: started.id, file }, report);
  if (found.executions !== written.executions || found.events !== written.events) {
    report('file_differs', path.basename(file), `it has ${found.executions} of ${written.executions} executions`);
  }
  if (findings.length > 0) return findings;
  const [fileName, fileSha256] = [path.basename(file), await sha256OfFile(file)];
  await new ArchivesRepository(database).recordFile(started, { fileName, fileSha256, ...written });
  return [];
}

async function verify(
  sql: Sql,
  intentIds: readonly string[],
  { check, plan }: { check: ChainCheck; plan: PlanContext },
): Promise<void> {
  const batch = await findExecutions(sql, intentIds, check.report);
  for (const recorded of batch) {
    checkEvents(recorded.execution, check.report);
    checkSteps(recorded, plan, check.report);
  }
  await checkAgainstChain(batch, check);
  await checkIntentsOf(sql, intentIds, check);
}
