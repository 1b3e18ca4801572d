import { useQuery } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { readWindow } from '../data/event-log.js';
import { presage } from '../data/query-client.js';
import { pageReader } from '../data/use-events.js';
import { COLLATERAL, grouped, money } from '../format/decimal.js';
import { sentence } from '../format/text.js';
import { Async } from '../ui/async.js';
import { DataTable, Panel } from '../ui/parts.js';
import { type ChartSeries, TimeChart } from '../ui/time-chart.js';
import { Name, Time } from '../ui/values.js';
import { PROFIT_EVENTS, type ProfitPoint, computeProfit } from './profit.js';

/** Events of the log that are read at first, and further with each press of the button. */
const WINDOW_EVENTS = 1_000;

interface ProfitPanelProps {
  readonly id: string;
  /** Newest event that the profit depends on: a later one reads the log again. Null until it is known. */
  readonly headSeq: number | null;
}

/** Profit of an agent in decided markets over time, claimed or not, from the newest events of its log. */
export function ProfitPanel({ id, headSeq }: ProfitPanelProps): JSX.Element {
  const [size, setSize] = useState(WINDOW_EVENTS);
  const profit = useQuery({
    queryKey: ['profit', id, headSeq, size],
    queryFn: async ({ signal }) => {
      const readPage = pageReader({ agentId: id }, signal);
      const { events, ...window } = await readWindow(readPage, { size, types: PROFIT_EVENTS });
      const { portfolio } = await presage().request('getPortfolio', { path: { agent_id: id }, signal });
      return { ...computeProfit(events, portfolio), ...window };
    },
    placeholderData: (previous) => previous,
    enabled: headSeq !== null,
    staleTime: 'static', // the log until this event never changes
    gcTime: 0, // the newest events of a page that is opened again may lack this one
  });
  return (
    <Panel title="Profit of decided markets" wide>
      <Async of={profit}>
        {({ points, leftOut, hasOlder, isCut }) => (
          <>
            {isCut && (
              <p class="muted">Older events are deleted. The profit counts from the oldest one that is left.</p>
            )}
            {hasOlder && <p class="muted">Of the newest {grouped(size)} events of the agent.</p>}
            {leftOut.length > 0 && (
              <p class="muted">Without markets that the portfolio no longer lists: {leftOut.join(', ')}.</p>
            )}
            <ProfitPoints points={points} />
            {hasOlder && (
              <button type="button" disabled={profit.isFetching} onClick={() => setSize(size + WINDOW_EVENTS)}>
                Show more
              </button>
            )}
          </>
        )}
      </Async>
    </Panel>
  );
}

function ProfitPoints({ points }: { readonly points: readonly ProfitPoint[] }): JSX.Element {
  const series = useMemo((): ChartSeries => {
    const values = points.map(({ profit }) => Number(profit));
    return {
      timesS: points.map(({ at }) => Date.parse(at) / 1_000),
      line: { values, unit: '' },
      describe: (index) => {
        const point = points[index];
        return point === undefined ? '' : money(point.profit);
      },
    };
  }, [points]);
  if (points.length === 0) return <p class="muted">No market with a stake of this agent is decided.</p>;
  return (
    <>
      {points.length > 1 && (
        <TimeChart series={series} label="Profit of decided markets over time. The table below has the values." />
      )}
      <DataTable
        label="Profit of decided markets"
        rows={points.toReversed()}
        keyOf={({ seq }) => String(seq)}
        empty=""
        columns={[
          { name: 'Time', cell: ({ at }) => <Time at={at} /> },
          { name: 'Market', cell: ({ market }) => <Name>{market}</Name> },
          { name: 'Event', cell: ({ type }) => sentence(type) },
          { name: `Change, ${COLLATERAL}`, cell: ({ change }) => change, isNumber: true },
          { name: `Profit, ${COLLATERAL}`, cell: ({ profit }) => profit, isNumber: true },
        ]}
      />
    </>
  );
}
