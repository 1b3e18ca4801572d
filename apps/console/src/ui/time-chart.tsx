import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { grouped } from '../format/decimal.js';
import { utcTime } from '../format/text.js';

export interface ChartSeries {
  /** Seconds since the epoch, ascending. */
  readonly timesS: readonly number[];
  readonly line: { readonly values: readonly number[]; readonly unit: string };
  readonly bars?: readonly number[];
  /** Returns the values at an index in text, which numbers would round. */
  readonly describe: (index: number) => string;
  /** Bounds of the line's axis. By default they follow the values. */
  readonly range?: readonly [min: number, max: number];
}

const HEIGHT = 240;
/** Share of the height that the highest bar takes. */
const BARS_SHARE = 0.25;
const DAY_S = 86_400;
/** Distances of the ticks of time. A minute is the shortest interval. */
const TICK_DISTANCES_S = [60, 300, 900, 1_800, 3_600, 10_800, 21_600, DAY_S, 7 * DAY_S, 30 * DAY_S, 365 * DAY_S];
const TIME_AXIS_HEIGHT = 36;
const VALUE_AXIS_WIDTH = 60;
const DARK = '(prefers-color-scheme: dark)';

interface TimeChartProps {
  readonly series: ChartSeries;
  /** Describes the chart to screen readers. A table with the values belongs below it. */
  readonly label: string;
}

/** Values over time as a stepped line, with bars below. The library is loaded with the first chart. */
export function TimeChart({ series, label }: TimeChartProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<UPlot | null>(null);
  const latest = useRef(series);
  const [readout, setReadout] = useState('');
  latest.current = series; // the chart's listeners outlive a render

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let isGone = false;
    const scheme = matchMedia(DARK);
    const draw = async (): Promise<void> => {
      const { default: library } = await import('uplot');
      if (isGone) return;
      chart.current?.destroy();
      const options = buildOptions(library, latest.current, (index) => setReadout(textAt(latest.current, index)));
      chart.current = new library({ ...options, width: element.clientWidth }, toAlignedData(latest.current), element);
    };
    const redraw = (): void => void draw();
    const resized = new ResizeObserver(() => chart.current?.setSize({ width: element.clientWidth, height: HEIGHT }));
    redraw();
    resized.observe(element);
    scheme.addEventListener('change', redraw);
    return () => {
      isGone = true;
      resized.disconnect();
      scheme.removeEventListener('change', redraw);
      chart.current?.destroy();
      chart.current = null;
    };
  }, []);

  useEffect(() => chart.current?.setData(toAlignedData(series)), [series]);

  return (
    <div class="chart">
      <div ref={place} class="canvas" role="img" aria-label={label} />
      <p class="readout" aria-hidden="true">
        {readout === '' ? textAt(series, series.timesS.length - 1) : readout}
      </p>
    </div>
  );
}

function toAlignedData({ timesS, line, bars }: ChartSeries): UPlot.AlignedData {
  return [[...timesS], [...line.values], ...(bars === undefined ? [] : [[...bars]])];
}

function buildOptions(
  library: typeof UPlot,
  { line, bars, range }: ChartSeries,
  onIndex: (index: number | null) => void,
): UPlot.Options {
  const colours = getComputedStyle(document.documentElement);
  const colour = (name: string): string => colours.getPropertyValue(`--${name}`).trim();
  const axis = {
    stroke: colour('muted'),
    grid: { stroke: colour('line'), width: 1 },
    ticks: { stroke: colour('line') },
  };
  const { stepped: steps, bars: columns } = library.paths;
  return {
    width: 0,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    tzDate: (timeS) => library.tzDate(new Date(timeS * 1_000), 'Etc/UTC'),
    scales: {
      x: { time: true, range: (_chart, min, max) => widenRange(min, max) },
      y: range === undefined ? {} : { range: [range[0], range[1]] },
      volume: { range: (_chart, _min, max) => [0, Math.max(max, 1) / BARS_SHARE] },
    },
    axes: [
      {
        ...axis,
        size: TIME_AXIS_HEIGHT,
        incrs: TICK_DISTANCES_S,
        values: (_chart, ticks) => ticks.map((tick) => tickText(tick, ticks)),
      },
      {
        ...axis,
        size: VALUE_AXIS_WIDTH,
        values: (_chart, ticks) => ticks.map((tick) => `${grouped(tick)} ${line.unit}`),
      },
    ],
    series: [
      {},
      {
        stroke: colour('accent'),
        width: 2,
        points: { show: (chart) => chart.data[0].length === 1 }, // a line needs two
        ...(steps && { paths: steps({ align: 1 }) }),
      },
      ...(bars === undefined
        ? []
        : [
            {
              scale: 'volume',
              fill: colour('soft'),
              stroke: colour('muted'),
              width: 0,
              points: { show: false },
              ...(columns && { paths: columns({ size: [0.6, 24] }) }),
            },
          ]),
    ],
    hooks: { setCursor: [({ cursor }) => onIndex(cursor.idx ?? null)] },
  };
}

/** A single point is in the middle of a day. */
function widenRange(min: number, max: number): UPlot.Range.MinMax {
  return min < max ? [min, max] : [min - DAY_S / 2, max + DAY_S / 2];
}

/** Time of day in UTC, or the date on an axis of days. */
function tickText(timeS: number, [first = 0, second = first]: readonly number[]): string {
  const time = new Date(timeS * 1_000).toISOString();
  return second - first >= DAY_S ? time.slice(5, 10) : time.slice(11, 16);
}

/** Values at an index, in text. */
function textAt({ timesS, describe }: ChartSeries, index: number | null): string {
  const timeS = index === null ? undefined : timesS[index];
  if (index === null || timeS === undefined) return '';
  return `${utcTime(new Date(timeS * 1_000).toISOString())}: ${describe(index)}`;
}
