import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Candle } from '@presage/sdk';
import { COLLATERAL, grouped, money, percent } from '../format/decimal.js';
import { Async } from '../ui/async.js';
import { Choice } from '../ui/field.js';
import { DataTable, Panel } from '../ui/parts.js';
import { type ChartSeries, TimeChart } from '../ui/time-chart.js';
import { countWhile, type TimeRange } from '../format/time-window.js';
import { Time } from '../ui/values.js';
import { type Interval, toPoint, useCandles } from './use-candles.js';

/** Candles that the chart shows at once. */
const MAX_VISIBLE = 500;
const MAX_ROWS = 100;
const INTERVALS = [
  ['1m', '1 minute'],
  ['5m', '5 minutes'],
  ['1h', '1 hour'],
  ['1d', '1 day'],
] as const;

/** Probability and volume over time, as a chart and as a table. */
export function HistoryPanel({ id }: { readonly id: string }): JSX.Element {
  const [interval, setInterval] = useState<Interval>('5m');
  const { of: candles, hasOlder, readOlder } = useCandles(id, interval);
  return (
    <Panel
      title="Probability of YES and volume"
      wide
      aside={<Choice label="Interval" value={interval} options={INTERVALS} onValue={setInterval} />}
    >
      <Async of={candles}>{({ list }) => <Candles candles={list} onOldest={hasOlder ? readOlder : undefined} />}</Async>
    </Panel>
  );
}

interface CandlesProps {
  /** Newest first. */
  readonly candles: readonly Candle[];
  /** Reads older candles. Undefined if there are none. */
  readonly onOldest: (() => void) | undefined;
}

function Candles({ candles, onOldest }: CandlesProps): JSX.Element {
  const series = useMemo(() => toSeries(candles), [candles]);
  const [visible, setVisible] = useState<TimeRange | null>(null);
  const [isTableOpen, setTableOpen] = useState(false);
  if (candles.length === 0) return <p class="muted">No buys yet.</p>;
  const show = (range: TimeRange): void => {
    setVisible(range);
    const margin = range.max - range.min;
    if (range.min - margin < (series.timesS[0] ?? 0)) onOldest?.();
  };
  return (
    <>
      <TimeChart
        series={series}
        label="Probability of YES and volume over time. The table below has the values."
        maxVisible={MAX_VISIBLE}
        onVisible={show}
      />
      <details onToggle={({ currentTarget }) => setTableOpen(currentTarget.open)}>
        <summary>Table of the time that the chart shows, newest first</summary>
        {isTableOpen && <CandleTable candles={selectVisible(candles, series.timesS, visible)} />}
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

/** @param timesS times of the candles, oldest first */
function selectVisible(
  candles: readonly Candle[],
  timesS: readonly number[],
  visible: TimeRange | null,
): readonly Candle[] {
  if (visible === null) return candles.slice(0, MAX_VISIBLE);
  const count = candles.length;
  return candles.slice(
    count - countWhile(timesS, (timeS) => timeS <= visible.max),
    count - countWhile(timesS, (timeS) => timeS < visible.min),
  );
}

function toSeries(candles: readonly Candle[]): ChartSeries {
  const points = candles.map(toPoint).toReversed();
  return {
    timesS: points.map(({ timeS }) => timeS),
    line: { values: points.map(({ close }) => close), unit: '%' },
    bars: points.map(({ volume }) => volume),
    describe: (index) => {
      const candle = candles.at(-1 - index);
      return candle === undefined ? '' : `${percent(candle.close)}, volume ${money(candle.volume)}`;
    },
    range: [0, 100],
  };
}
