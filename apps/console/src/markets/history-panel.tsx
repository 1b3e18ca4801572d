import { useQuery } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Candle } from '@presage/sdk';
import { presage } from '../data/query-client.js';
import { COLLATERAL, grouped, money, percent } from '../format/decimal.js';
import { Async } from '../ui/async.js';
import { Choice } from '../ui/field.js';
import { DataTable, Panel } from '../ui/parts.js';
import { type ChartSeries, TimeChart } from '../ui/time-chart.js';
import { Time } from '../ui/values.js';

/** Candles of the chart, the newest ones. A longer interval reaches further back. */
const MAX_CANDLES = 500;
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
  const candles = useQuery({
    queryKey: ['history', id, interval],
    queryFn: ({ signal }) =>
      presage().request('getHistory', { path: { id }, query: { interval, limit: MAX_CANDLES }, signal }),
    placeholderData: (previous) => previous,
  });
  return (
    <Panel
      title="Probability of YES and volume"
      wide
      aside={<Choice label="Interval" value={interval} options={INTERVALS} onValue={setInterval} />}
    >
      <Async of={candles}>{({ history }) => <Candles candles={history.candles} />}</Async>
    </Panel>
  );
}

/** @param candles newest first */
function Candles({ candles }: { readonly candles: readonly Candle[] }): JSX.Element {
  const series = useMemo(() => toSeries(candles), [candles]);
  if (candles.length === 0) return <p class="muted">No buys yet.</p>;
  return (
    <>
      <TimeChart series={series} label="Probability of YES and volume over time. The table below has the values." />
      <details>
        <summary>Table, newest first</summary>
        <CandleTable candles={candles} />
      </details>
    </>
  );
}

function CandleTable({ candles }: { readonly candles: readonly Candle[] }): JSX.Element {
  return (
    <>
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
          { name: `Volume, ${COLLATERAL}`, cell: ({ volume }) => volume, isNumber: true },
          { name: 'Buys', cell: ({ trades }) => trades, isNumber: true },
        ]}
      />
      {candles.length > MAX_ROWS && (
        <p class="muted">
          The newest {MAX_ROWS} of {grouped(candles.length)} intervals.
        </p>
      )}
    </>
  );
}

function toSeries(candles: readonly Candle[]): ChartSeries {
  const oldestFirst = candles.toReversed();
  return {
    timesS: oldestFirst.map(({ start_at }) => Date.parse(start_at) / 1_000),
    line: { values: oldestFirst.map(({ close }) => Number(close) * 100), unit: '%' },
    bars: oldestFirst.map(({ volume }) => Number(volume)),
    describe: (index) => {
      const candle = oldestFirst[index];
      return candle === undefined ? '' : `${percent(candle.close)}, volume ${money(candle.volume)}`;
    },
    range: [0, 100],
  };
}
