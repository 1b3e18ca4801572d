import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { ChainHistory } from '@app/chain';
import type { PlanContext } from '@app/engine';
import type { Database, SqlSession } from '@app/persistence';
import { checkAnchors } from '../check-anchors.js';
import { type ChainCheck, checkAgainstChain } from '../check-chain.js';
import { checkLoggedExecution } from '../check-events.js';
import { checkIntentsById } from '../check-intents.js';
import { checkSteps } from '../check-steps.js';
import type { Finding, Report } from '../finding.js';
import { findExecutions } from '../records.js';
import { sha256OfFile, writeArchiveFile } from './archive-file.js';
import { listExecutions } from './archived-list.js';
import { type ArchivedRecord, readRecords } from './archived-record.js';
import { ArchivesRepository, type StartedArchive, TAKEN_OVER, type WrittenArchive } from './archives.repository.js';
import { checkArchiveFile } from './check-archive-file.js';
import { listArchivable } from './list-archivable.js';
import { ArchiveRefusedError, refuseUnlessDue } from './refuse-unless-due.js';

/** Findings after which no more are looked for. */
const MAX_FINDINGS = 1_000;

export interface ArchiveDependencies {
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

export interface ArchiveResult {
  /** Null when anchors or the file disagree; then nothing has changed. */
  readonly archive: WrittenArchive | null;
  /** Disagreements. Intents that have one are not archived. */
  readonly findings: readonly Finding[];
}

/**
 * Writes all executions that ended before the end of a month into a file, and deletes them from the database. Nothing is
 * deleted before the executions and the anchors are verified, and before the file was read again and compared. An
 * interrupted run is continued by the next one.
 * @throws {ArchiveRefusedError} when the month cannot be archived now
 */
export async function archiveMonth(
  dependencies: ArchiveDependencies,
  { month, folder }: ArchiveRequest,
): Promise<ArchiveResult> {
  const { database } = dependencies;
  const endedBefore = computeEnd(month);
  await refuseUnlessDue(database, month, endedBefore);
  const archives = new ArchivesRepository(database);
  const started = await archives.start(month, endedBefore);
  if (started.status !== 'writing') await refuseWithoutFile(started, folder);
  const written =
    started.status === 'writing'
      ? await writeOrDiscard(dependencies, started, path.join(folder, `presage-${month}.jsonl.gz`))
      : { isRecorded: true, findings: [] };
  if (!written.isRecorded) return { archive: null, findings: written.findings };
  await archives.deleteListed(started.id);
  return { archive: await archives.complete(started.id), findings: written.findings };
}

/** First moment after a month such as `2026-08`. */
function computeEnd(month: string): Date {
  const end = new Date(`${month}-01T00:00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}

/** An interrupted run has deleted executions that only its file has. */
async function refuseWithoutFile({ fileName, fileSha256 }: StartedArchive, folder: string): Promise<void> {
  const found = await sha256OfFile(path.join(folder, fileName ?? ''));
  if (found === fileSha256) return;
  throw new ArchiveRefusedError(
    `an interrupted run has written ${fileName} with the SHA-256 ${fileSha256}, and ${folder} does not have it`,
  );
}

interface Written {
  readonly isRecorded: boolean;
  readonly findings: readonly Finding[];
}

async function writeOrDiscard(
  dependencies: ArchiveDependencies,
  started: StartedArchive,
  file: string,
): Promise<Written> {
  const archives = new ArchivesRepository(dependencies.database);
  const write = new ArchiveWrite(dependencies, started);
  try {
    if (await write.run(file)) return { isRecorded: true, findings: write.findings };
  } catch (error) {
    if (error instanceof ArchiveRefusedError) await archives.discard(started);
    throw error;
  }
  if (await archives.discard(started)) await rm(file, { force: true });
  return { isRecorded: false, findings: write.findings };
}

/** One run that verifies executions, and writes and checks their file. */
class ArchiveWrite {
  readonly findings: Finding[] = [];
  private written = 0;

  constructor(
    private readonly dependencies: ArchiveDependencies,
    private readonly started: StartedArchive,
  ) {}

  /** @returns whether the file is recorded */
  async run(file: string): Promise<boolean> {
    const { database, chain, plan } = this.dependencies;
    const { id, runId } = this.started;
    await checkAnchors(database, this.report);
    if (this.findings.length > 0) return false;
    const check: ChainCheck = { chain, report: this.report, decimals: plan.decimals, head: await chain.head() };
    const linesSha256 = await writeArchiveFile(file, { runId, records: this.records(check) });
    const before = this.findings.length;
    const found = await checkArchiveFile(database, { id, file }, this.report);
    const executions = this.written;
    if (found.executions !== executions || found.linesSha256 !== linesSha256) {
      this.report('file_differs', path.basename(file), 'it is not what was written');
    }
    if (this.findings.length > before) return false;
    const [fileName, fileSha256] = [path.basename(file), (await sha256OfFile(file)) ?? ''];
    await new ArchivesRepository(database).recordFile(this.started, { fileName, fileSha256, executions });
    return true;
  }

  private readonly report: Report = (code, subject, detail) => {
    if (this.findings.length < MAX_FINDINGS) this.findings.push({ code, subject, detail });
  };

  private async *records(check: ChainCheck): AsyncGenerator<ArchivedRecord> {
    const { database } = this.dependencies;
    const { endedBefore } = this.started;
    for await (const intentIds of listArchivable(database, endedBefore)) {
      const records = await readRecords(database, await this.verified(intentIds, check), endedBefore);
      const executions = records.flatMap((record) => record.executions);
      if (!(await listExecutions(database, this.started, executions))) throw new ArchiveRefusedError(TAKEN_OVER);
      this.written += executions.length;
      yield* records;
    }
    if (this.written > 0) return;
    const [finding] = this.findings;
    throw new ArchiveRefusedError(
      finding === undefined
        ? 'no execution that ended until then can be archived'
        : `every execution that could be archived disagrees, such as ${finding.subject} (${finding.code}): see verify`,
    );
  }

  /** Intents without a finding. A page with findings is verified again, intent by intent. */
  private async verified(intentIds: readonly string[], check: ChainCheck): Promise<string[]> {
    const { database, plan } = this.dependencies;
    const disagrees = async (ids: readonly string[], report: Report): Promise<boolean> => {
      let count = 0;
      const counting: Report = (...finding) => {
        count += 1;
        report(...finding);
      };
      await verifyIntents(database, ids, { check: { ...check, report: counting }, plan });
      return count > 0;
    };
    if (!(await disagrees(intentIds, () => undefined))) return [...intentIds];
    const intact: string[] = [];
    for (const id of intentIds) if (!(await disagrees([id], this.report))) intact.push(id);
    return intact;
  }
}

async function verifyIntents(
  sql: SqlSession,
  intentIds: readonly string[],
  { check, plan }: { check: ChainCheck; plan: PlanContext },
): Promise<void> {
  const batch = await findExecutions(sql, intentIds, check.report);
  for (const recorded of batch) {
    await checkLoggedExecution(sql, recorded.execution, check.report);
    checkSteps(recorded, plan, check.report);
  }
  await checkAgainstChain(batch, check);
  await checkIntentsById(sql, intentIds, check);
}
