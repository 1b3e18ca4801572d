import { statSync } from 'node:fs';
import {
  archiveMonth,
  ArchiveRefusedError,
  ArchivesRepository,
  checkArchiveFiles,
  type Finding,
  formatFindings,
} from '@app/audit';
import { ChainHistory } from '@app/chain';
import { toPlanContext } from '@app/engine';
import { defineCommand, type OpsContext, type OpsResult, RefusedError, UsageError } from '../cli/command.js';
import { pick, table } from '../cli/table.js';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

export const createArchive = defineCommand({
  name: 'archive create',
  changes: true,
  define: (command, run) =>
    command
      .summary('Move the executions of a month into a file')
      .description(
        'Writes all executions that ended before the end of a month into a compressed file, and deletes them from the ' +
          'database.\n\nNothing is deleted before the executions and all anchors are verified, and the file was read ' +
          'again. Executions that may still change stay: those that are unfinished, and those whose market is neither ' +
          'resolved nor cancelled. Repeat the command if it was interrupted.',
      )
      .argument('<month>', 'such as 2026-08; a week must have passed since')
      .requiredOption('--to <folder>', 'existing folder for the file, presage-<month>.jsonl.gz')
      .action((month, { to }) => run((context) => create(context, month, to))),
});

async function create({ database, rpc, settings }: OpsContext, month: string, folder: string): Promise<OpsResult> {
  if (!MONTH.test(month)) throw new UsageError('the month must be given like 2026-08');
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new UsageError(`--to must be an existing folder, and ${folder} is none`);
  }
  const chain = new ChainHistory(rpc, settings.FACTORY_ADDRESS);
  const parts = { database, chain, plan: toPlanContext(settings) };
  const result = await archiveMonth(parts, { month, folder }).catch((error: unknown) => {
    throw error instanceof ArchiveRefusedError ? new RefusedError(error.message) : error;
  });
  const { archive, findings } = result;
  const disagreements = findings.length === 0 ? [] : [`${findings.length} disagreements:`, ...formatFindings(findings)];
  if (archive === null) return { lines: ['nothing was archived', ...disagreements], data: result, disagrees: true };
  const { executions, fileName, fileSha256, listHash } = archive;
  const lines = [
    `archived ${executions} executions in ${fileName}, SHA-256 ${fileSha256}, list ${listHash}`,
    'keep the file and this line outside of the database',
    ...(findings.length === 0 ? [] : ['intents that disagree were not archived', ...disagreements]),
  ];
  return { lines, data: result, disagrees: findings.length > 0 };
}

export const listArchives = defineCommand({
  name: 'archive list',
  changes: false,
  define: (command, run) =>
    command.description('List the archived months, newest first').action(() => run((context) => list(context))),
});

async function list({ database }: OpsContext): Promise<OpsResult> {
  const archives = await new ArchivesRepository(database).list();
  if (archives.length === 0) return { lines: ['no month is archived'], data: { archives } };
  const rows = archives.map(pick('month', 'status', 'executions', 'fileName', 'fileSha256', 'listHash'));
  return { lines: table(['MONTH', 'STATUS', 'EXECUTIONS', 'FILE', 'SHA-256', 'LIST'], rows), data: { archives } };
}

export const checkArchive = defineCommand({
  name: 'archive check',
  changes: false,
  define: (command, run) =>
    command
      .summary('Check files of archived months')
      .description(
        'Checks that each file is what was archived: its SHA-256, and the record of each execution.',
      )
      .argument('<files...>', 'files of archives')
      .action((files) => run((context) => check(context, files))),
});

async function check({ database }: OpsContext, files: readonly string[]): Promise<OpsResult> {
  const missing = files.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile() !== true);
  if (missing !== undefined) throw new UsageError(`${missing} is no file`);
  const findings: Finding[] = [];
  const checked = await checkArchiveFiles(database, files, (code, subject, detail) => {
    findings.push({ code, subject, detail });
  });
  const lines = [
    `${checked.files} files, ${checked.executions} executions`,
    ...(checked.missing.length > 0 ? [`no file was given of ${checked.missing.join(', ')}`] : []),
    findings.length === 0 ? 'The files are what was archived.' : `${findings.length} disagreements:`,
    ...formatFindings(findings),
  ];
  return { lines, data: { ...checked, findings }, disagrees: findings.length > 0 };
}
