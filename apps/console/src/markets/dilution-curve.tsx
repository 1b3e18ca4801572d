import type { JSX } from 'preact';
import type { Quote } from '@presage/sdk';
import { COLLATERAL, grouped } from '../format/decimal.js';
import { DataTable } from '../ui/parts.js';

const WIDTH = 320;
const HEIGHT = 120;
const MARGIN = 6;

type Point = readonly [later: number, multiple: number];

/** Payout multiple after later buys of each outcome, as a curve and as a table. */
export function DilutionCurve({ quote }: { readonly quote: Quote }): JSX.Element {
  const start: Point = [0, Number(quote.payout_multiple)];
  const bets = quote.later_bets;
  const same = [start, ...bets.map((bet): Point => [Number(bet.amount), Number(bet.on_same_outcome.payout_multiple)])];
  const other = [
    start,
    ...bets.map((bet): Point => [Number(bet.amount), Number(bet.on_other_outcome.payout_multiple)]),
  ];
  const maxX = Math.max(1, ...same.map(([later]) => later));
  const maxY = Math.max(1, ...[...same, ...other].map(([, multiple]) => multiple));
  const line = (points: readonly Point[]): string => points.map((point) => place(point, maxX, maxY)).join(' ');
  return (
    <figure class="curve">
      <figcaption>Multiple after later buys of the same outcome (solid) and of the other one (dashed)</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <line class="axis" x1={MARGIN} x2={WIDTH - MARGIN} y1={HEIGHT - MARGIN} y2={HEIGHT - MARGIN} />
        <polyline class="same" points={line(same)} />
        <polyline class="other" points={line(other)} />
      </svg>
      <details>
        <summary>Table</summary>
        <DataTable
          label="Multiple after later buys"
          rows={bets}
          keyOf={({ amount }) => amount}
          empty="No later buys."
          columns={[
            { name: `Later buy, ${COLLATERAL}`, cell: ({ amount }) => amount, isNumber: true },
            {
              name: 'Same outcome',
              cell: (bet) => `${grouped(bet.on_same_outcome.payout_multiple)} ×`,
              isNumber: true,
            },
            {
              name: 'Other outcome',
              cell: (bet) => `${grouped(bet.on_other_outcome.payout_multiple)} ×`,
              isNumber: true,
            },
          ]}
        />
      </details>
    </figure>
  );
}

function place([later, multiple]: Point, maxX: number, maxY: number): string {
  const x = MARGIN + (later / maxX) * (WIDTH - 2 * MARGIN);
  const y = HEIGHT - MARGIN - (multiple / maxY) * (HEIGHT - 2 * MARGIN);
  return `${x.toFixed(1)},${y.toFixed(1)}`;
}
