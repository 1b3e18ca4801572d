import { isAgentId } from '@app/agents';
import { isUuid } from '@app/common';
import { agentLog, EventsRepository, marketLog } from '@app/events';
import { defineCommand, type OpsContext, type OpsResult, UsageError } from '../cli/command.js';
import { limitOption } from '../cli/options.js';
import { sheet, table } from '../cli/table.js';

export const showEvents = defineCommand({
  name: 'events show',
  changes: false,
  define: (command, run) =>
    command
      .description('Show the last events of an agent or a market, oldest first')
      .argument('<id>', 'id of an agent, or of a market')
      .option('--after <seq>', 'show the events after this one instead')
      .addOption(limitOption())
      .action((id, options) => run((context) => show(context, id, options))),
});

interface ShowOptions {
  readonly after?: string;
  readonly limit: number;
}

async function show({ database }: OpsContext, id: string, { after, limit }: ShowOptions): Promise<OpsResult> {
  const log = parseLogName(id);
  if (after !== undefined && !/^\d{1,15}$/.test(after)) throw new UsageError('--after must be the seq of an event');
  const repository = new EventsRepository(database);
  const head = (await repository.listHeads([log]))[0]?.seq ?? 0;
  const page = await repository.readPage({
    log,
    after: after === undefined ? Math.max(0, head - limit) : Number(after),
    types: null,
    limit,
  });
  const rows = page.events.map(({ seq, at, type, subject, block, data }) => [
    seq,
    at,
    type,
    subject.id,
    block?.number ?? null,
    JSON.stringify(data),
  ]);
  const { events, headSeq, oldestSeq } = page;
  const lines = [
    ...sheet({ log, 'last event': headSeq, 'oldest event': oldestSeq }),
    '',
    ...table(['#', 'AT', 'EVENT', 'SUBJECT', 'BLOCK', 'DATA'], rows),
  ];
  return { lines, data: { log, headSeq, oldestSeq, events } };
}

function parseLogName(id: string): string {
  const [isAgent, isMarket]: boolean[] = [isAgentId(id), isUuid(id)];
  if (isAgent) return agentLog(id);
  if (isMarket) return marketLog(id.toLowerCase());
  throw new UsageError(`${id} is neither the id of an agent nor that of a market`);
}
