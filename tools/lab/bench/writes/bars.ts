import { median, sum } from '../support/measure.js';
import type { Figures } from './measure-writes.js';

/** Figures by phase, program (the product, then the minimal program) and round. */
export type Results = Readonly<Record<string, readonly (readonly Figures[])[]>>;

interface Bar {
  readonly figure: string;
  readonly phase: string;
  readonly of: (figures: Figures) => number;
  readonly bar: string;
  readonly isMet: (value: number) => boolean;
}

const GROUPS = ['API', 'worker', 'PostgreSQL', 'Redis'];
const FAULTS = ['kills', 'flush', 'freeze'];
const LOSSES = ['lost', 'doubled', 'misreported'];

const BARS: readonly Bar[] = [
  atLeast('writes/s, one wallet, blocks of 1 s', 'one', 'perSecond', 20),
  atLeast('writes/s, 8 wallets, instant mining', 'many', 'perSecond', 60),
  atMost('accepted → reported as mined, 1 s blocks, p50, ms', 'reports', 'intervalP50', 900),
  ...['intervalP99', 'instantP50', 'instantP99'].map((name) => atMost(`the same, ${name}`, 'reports', name)),
  { ...atMost('CPU per write, 8 wallets, ms', 'many', '', 15), of: sumOf(GROUPS) },
  ...GROUPS.map((group) => atMost(`of it ${group}`, 'many', group)),
  { ...atMost('CPU per write, one wallet, ms', 'one', ''), of: sumOf(GROUPS) },
  atLeast('accepted writes/s, 16 at a time', 'accept', 'perSecond', 300),
  ...FAULTS.flatMap((phase) => [
    ...LOSSES.map((name) => atMost(`${phase}: ${name}`, phase, name, 0)),
    atMost(`${phase}: seconds to done`, phase, 'doneAfterS', 40),
  ]),
];

export function printTable(results: Results, work: Figures): void {
  console.table(BARS.filter(({ phase }) => phase in results).map((bar) => toRow(bar, results[bar.phase] ?? [])));
  console.table(Object.entries(work).map(([name, value]) => ({ 'per buy': name, product: round(value) })));
}

function toRow({ figure, of, bar, isMet }: Bar, programs: readonly (readonly Figures[])[]): object {
  const [product = NaN, minimal = NaN] = programs.map((rounds) => round(median(rounds.map(of))));
  return {
    figure,
    bar,
    Presage: product,
    'minimal program': minimal,
    ratio: round(product / minimal),
    result: bar === '' ? '' : isMet(product) ? 'met' : 'MISSED',
  };
}

function atLeast(figure: string, phase: string, name: string, bound: number): Bar {
  return { figure, phase, of: (figures) => figures[name] ?? NaN, bar: `≥ ${bound}`, isMet: (value) => value >= bound };
}

function atMost(figure: string, phase: string, name: string, bound?: number): Bar {
  const bar = bound === undefined ? '' : `≤ ${bound}`;
  return { figure, phase, of: (figures) => figures[name] ?? NaN, bar, isMet: (value) => value <= (bound ?? Infinity) };
}

/** Adds up; the minimal program has no PostgreSQL. */
function sumOf(names: readonly string[]): (figures: Figures) => number {
  return (figures) => sum(names.map((name) => figures[name] ?? 0));
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
