import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { grouped } from '../format/decimal.js';
import { utcTime } from '../format/text.js';
import { followPointer, type TimeRange, timeWindow } from '../format/time-window.js';

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
  /** Points that are visible at once, by default all. Dragging the chart, and its buttons, show others. */
  readonly maxVisible?: number;
  /** Called with the visible time when it has changed. */
  readonly onVisible?: (range: TimeRange) => void;
}

/** Values over time as a stepped line, with bars below. The library is loaded with the first chart. */
export function TimeChart({ series, label, maxVisible = Infinity, onVisible }: TimeChartProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<UPlot | null>(null);
  const latest = useRef(series);
  /** End of the visible time in seconds, null for that of the series. */
  const endS = useRef<number | null>(null);
  const [readout, setReadout] = useState('');
  /** The chart's listeners outlive a render. */
  const notify = useRef(onVisible);
  latest.current = series;
  notify.current = onVisible;

  const visible = (): TimeRange => timeWindow(latest.current.timesS, maxVisible, endS.current);
  const report = (): void => notify.current?.(visible());
  const panTo = (seconds: number | null): void => {
    const { timesS } = latest.current;
    endS.current = seconds === null || seconds >= (timesS.at(-1) ?? 0) ? null : seconds;
    chart.current?.setScale('x', widenRange(visible()));
  };
  const panBy = (windows: number): void => {
    const { min, max } = visible();
    panTo(max + windows * (max - min));
    report();
  };

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
      const drawn = new library({ ...options, width: element.clientWidth }, toAlignedData(latest.current), element);
      drawn.setScale('x', widenRange(visible()));
      chart.current = drawn;
      followPointer(drawn.over, {
        end: () => visible().max,
        secondsPerPixel: () => (visible().max - visible().min) / drawn.over.clientWidth,
        onPan: panTo,
        onEnd: report,
      });
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

  useEffect(() => {
    chart.current?.setData(toAlignedData(series), false);
    chart.current?.setScale('x', widenRange(visible()));
    report();
  }, [series]);

  return (
    <div class="chart">
      <div ref={place} class="canvas" role="img" aria-label={label} />
      <p class="readout" aria-hidden="true">
        {readout === '' ? textAt(series, series.timesS.length - 1) : readout}
      </p>
      {series.timesS.length >= maxVisible && (
        <div class="buttons">
          <button type="button" onClick={() => panBy(-1)}>
            Earlier
          </button>
          <button type="button" onClick={() => panBy(1)}>
            Later
          </button>
        </div>
      )}
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
  const linear = library.paths.linear?.();
  return {
    width: 0,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    tzDate: (timeS) => library.tzDate(new Date(timeS * 1_000), 'Etc/UTC'),
    scales: {
      x: { time: true },
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
        ...(steps && { paths: sparse(steps({ align: 1 }), linear) }),
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
              ...(columns && { paths: sparse(columns({ size: [0.6, 24] }), linear) }),
            },
          ]),
    ],
    hooks: { setCursor: [({ cursor }) => onIndex(cursor.idx ?? null)] },
  };
}

/** A single point is in the middle of a day. */
function widenRange({ min, max }: TimeRange): TimeRange {
  return min < max ? { min, max } : { min: min - DAY_S / 2, max: max + DAY_S / 2 };
}

/** Draws more points than pixels as a line, for which the library keeps the extremes of each pixel only. */
function sparse(paths: UPlot.Series.PathBuilder, line?: UPlot.Series.PathBuilder): UPlot.Series.PathBuilder {
  return (chart, index, from, to) => (to - from > chart.bbox.width && line ? line : paths)(chart, index, from, to);
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
