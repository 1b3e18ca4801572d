import { useQuery } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { PresageEvent } from '@presage/sdk';
import { presage } from '../data/query-client.js';
import { sentence } from '../format/text.js';
import { Async } from '../ui/async.js';
import { DataTable, Panel } from '../ui/parts.js';
import { type ChartSeries, TimeChart } from '../ui/time-chart.js';
import { Time } from '../ui/values.js';
import { PROFIT_EVENTS, type ProfitPoint, profitOf } from './profit.js';

const MAX_EVENTS = 1_000;

interface ProfitPanelProps {
  readonly id: string;
  /** Newest event of the agent: a later one reads the log again. */
  readonly headSeq: number;
}

/** Realised profit of an agent over time, from its log. */
export function ProfitPanel({ id, headSeq }: ProfitPanelProps): JSX.Element {
  const points = useQuery({
    queryKey: ['profit', id, headSeq],
    queryFn: async ({ signal }) => profitOf(await readEvents(id, signal)),
    placeholderData: (previous) => previous,
    staleTime: 'static', // the log until this event never changes
  });
  return (
    <Panel title="Realised profit" wide>
      <Async of={points}>{(list) => <Profit points={list} />}</Async>
    </Panel>
  );
}

async function readEvents(agentId: string, signal: AbortSignal): Promise<PresageEvent[]> {
  const events: PresageEvent[] = [];
  for await (const event of presage().events({ agentId, types: PROFIT_EVENTS, follow: false, signal })) {
    events.push(event);
    if (events.length === MAX_EVENTS) break;
  }
  return events;
}

function Profit({ points }: { readonly points: readonly ProfitPoint[] }): JSX.Element {
  const series = useMemo((): ChartSeries => {
    const values = points.map(({ profit }) => Number(profit));
    return { timesS: points.map(({ at }) => Date.parse(at) / 1_000), line: { name: 'Profit', values, unit: '' } };
  }, [points]);
  if (points.length === 0) return <p class="muted">No market with a stake of this agent is decided.</p>;
  return (
    <>
      {points.length > 1 && (
        <TimeChart series={series} label="Realised profit over time. The table below has the values." />
      )}
      <DataTable
        label="Realised profit"
        rows={points.toReversed()}
        keyOf={({ seq }) => String(seq)}
        empty=""
        columns={[
          { name: 'Time', cell: ({ at }) => <Time at={at} /> },
          { name: 'Market', cell: ({ market }) => market },
          { name: 'Event', cell: ({ type }) => sentence(type) },
          { name: 'Change', cell: ({ change }) => change, isNumber: true },
          { name: 'Profit', cell: ({ profit }) => profit, isNumber: true },
        ]}
      />
    </>
  );
}
