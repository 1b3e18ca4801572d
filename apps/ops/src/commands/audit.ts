import { AuditLogRepository } from '@app/operations';
import { defineCommand, type OpsContext, type OpsResult } from '../cli/command.js';
import { limitOption } from '../cli/options.js';
import { table } from '../cli/table.js';

export const listAuditLog = defineCommand({
  name: 'audit',
  changes: false,
  define: (command, run) =>
    command
      .summary('List the commands that changed something, newest first')
      .description(
        'Lists the commands that changed something, newest first.\n\n' +
          'An entry with the outcome `begun` is still running, or was interrupted.',
      )
      .addOption(limitOption())
      .action(({ limit }) => run((context) => showRuns(context, limit))),
});

async function showRuns({ database }: OpsContext, limit: number): Promise<OpsResult> {
  const { items: runs } = await new AuditLogRepository(database).list({ limit, after: null });
  const rows = runs.map((run) => [
    run.at,
    run.actor,
    [run.command, ...run.arguments].join(' '),
    run.outcome,
    run.detail,
  ]);
  return { lines: table(['AT', 'ACTOR', 'COMMAND', 'OUTCOME', 'DETAIL'], rows), data: { runs } };
}
