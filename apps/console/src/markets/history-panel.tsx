import { useInfiniteQuery } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Candle } from '@presage/sdk';
import { firstPage } from '../data/first-page.js';
import { presage } from '../data/query-client.js';
import { percent } from '../format/decimal.js';
import { Async } from '../ui/async.js';
import { Choice } from '../ui/field.js';
import { DataTable, More, Panel } from '../ui/parts.js';
import { type ChartSeries, TimeChart } from '../ui/time-chart.js';
import { Time } from '../ui/values.js';

const PAGE_SIZE = 500;
const MAX_ROWS = 100;
const INTERVALS = [
  ['1m', '1 minute'],
  ['5m', '5 minutes'],
  ['1h', '1 hour'],
  ['1d', '1 day'],
] as const;

/** Probability and volume over time, as a chart and as a table. */
export function HistoryPanel({ id }: { readonly id: string }): JSX.Element {
  const [interval, setInterval] = useState<(typeof INTERVALS)[number][0]>('5m');
  const history = useInfiniteQuery({
    queryKey: ['history', id, interval],
    queryFn: ({ pageParam, signal }) =>
      presage().request('getHistory', {
        path: { id },
        query: { interval, limit: PAGE_SIZE, cursor: pageParam },
        signal,
      }),
    initialPageParam: firstPage(),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: (previous) => previous,
  });
  return (
    <Panel
      title="Probability of YES and volume"
      wide
      aside={<Choice label="Interval" value={interval} options={INTERVALS} onValue={setInterval} />}
    >
      <Async of={history}>{({ pages }) => <Candles candles={pages.flatMap((page) => page.history.candles)} />}</Async>
      <More query={history} />
    </Panel>
  );
}

/** @param candles newest first */
function Candles({ candles }: { readonly candles: readonly Candle[] }): JSX.Element {
  const series = useMemo(() => seriesOf(candles), [candles]);
  if (candles.length === 0) return <p class="muted">No buys yet.</p>;
  return (
    <>
      <TimeChart series={series} label="Probability of YES and volume over time. The table below has the values." />
      <details>
        <summary>Table, newest first</summary>
        <DataTable
          label="Probability and volume"
          rows={candles.slice(0, MAX_ROWS)}
          keyOf={({ start_at }) => start_at}
          empty=""
          columns={[
            { name: 'Start', cell: ({ start_at }) => <Time at={start_at} /> },
            { name: 'Open', cell: ({ open }) => percent(open), isNumber: true },
            { name: 'High', cell: ({ high }) => percent(high), isNumber: true },
            { name: 'Low', cell: ({ low }) => percent(low), isNumber: true },
            { name: 'Close', cell: ({ close }) => percent(close), isNumber: true },
            { name: 'Volume', cell: ({ volume }) => volume, isNumber: true },
            { name: 'Buys', cell: ({ trades }) => trades, isNumber: true },
          ]}
        />
        {candles.length > MAX_ROWS && <p class="muted">The newest {MAX_ROWS} intervals.</p>}
      </details>
    </>
  );
}

function seriesOf(candles: readonly Candle[]): ChartSeries {
  const oldestFirst = candles.toReversed();
  return {
    timesS: oldestFirst.map(({ start_at }) => Date.parse(start_at) / 1_000),
    line: { name: 'Probability of YES', values: oldestFirst.map(({ close }) => Number(close) * 100), unit: '%' },
    bars: { name: 'Volume', values: oldestFirst.map(({ volume }) => Number(volume)) },
    range: [0, 100],
  };
}
