import { listAudit } from '../cli/audit-log.js';
import type { Command } from '../cli/command.js';
import { table } from '../cli/table.js';

export const listAuditLog: Command = {
  name: 'audit',
  arguments: [],
  summary: 'shows what was done with these commands, by whom and with what outcome, newest first',
  details: ['A run that is `begun` and nothing more is under way, or was cut off.'],
  options: { limit: { form: 'text', value: 'N', doc: 'at most so many, 50 unless told otherwise' } },
  changes: false,
  run: async ({ database }, input) => {
    const runs = await listAudit(database, { limit: input.integer('limit', { fallback: 50, max: 10_000 }) });
    const rows = runs.map((run) => [
      run.at,
      run.actor,
      [run.command, ...run.arguments].join(' '),
      run.outcome,
      run.detail,
    ]);
    return { lines: table(['AT', 'WHO', 'WHAT', 'OUTCOME', 'DETAIL'], rows), data: { runs } };
  },
};
