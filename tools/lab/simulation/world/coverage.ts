import { canMoveIntent, INTENT_STATUSES } from '@app/engine';
import { EXECUTION_MOVES, STEP_MOVES } from '../../../../libs/engine/src/domain/states.js';
import { type FaultKind, faultKinds } from './faults.js';

/** Labels of the counts of buys with a `min_multiple`. */
export const MULTIPLE_HOLDS = 'min_multiple holds at arming';
export const MULTIPLE_REFUSES = 'min_multiple refuses at arming';
export const MULTIPLE_REFUSES_LATE = 'min_multiple refuses after the approval';

export const DEPTHS = [1, 4, 32] as const;
const IN_FLIGHT = [
  { label: 'armed alone', upTo: 1 },
  { label: 'armed with up to 4 in flight', upTo: 4 },
  { label: 'armed with up to 32 in flight', upTo: 32 },
] as const;
/** Faults of a transaction while later ones of its wallet are in flight. */
const DISTURBANCES = ['reorganised', 'lost', 'nonce taken', 'failed'] as const;
export type Disturbance = (typeof DISTURBANCES)[number];

/** Moves after a reorganisation deeper than the confirmations, which the simulation does not make. */
const NOT_SIMULATED: ReadonlySet<string> = new Set([
  moveName('step', 'mined', 'failed'),
  moveName('step', 'done', 'mined'),
  moveName('execution', 'executed', 'broadcast'),
  moveName('intent', 'executed', 'executing'),
]);

/** Counts the legal moves made and the faults fired over many runs. */
export class Coverage {
  private readonly counts = new Map<string, number>();

  hit(name: string, times = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + times);
  }

  add(counts: Iterable<readonly [string, number]>): void {
    for (const [name, times] of counts) this.hit(name, times);
  }

  /** Returns every move and fault that must occur, with its count. */
  report(): [name: string, times: number][] {
    return expectedNames().map((name) => [name, this.counts.get(name) ?? 0]);
  }

  entries(): [name: string, times: number][] {
    return [...this.counts];
  }
}

export function moveName(of: 'execution' | 'step' | 'intent', from: string, to: string): string {
  return `${of} ${from} -> ${to}`;
}

/** Label of the count of armings by how many executions of the lane are then in flight. */
export function inFlightName(depth: number, count: number): string {
  return depthName(depth, IN_FLIGHT.find(({ upTo }) => count <= upTo)?.label ?? '');
}

export function disturbanceName(depth: number, what: Disturbance): string {
  return depthName(depth, `${what} in the middle`);
}

function depthName(depth: number, what: string): string {
  return `depth ${depth}: ${what}`;
}

export function faultName(kind: FaultKind): string {
  return `fault ${kind}`;
}

function expectedNames(): string[] {
  const intents = INTENT_STATUSES.flatMap((from) =>
    INTENT_STATUSES.filter((to) => canMoveIntent(from, to)).map((to) => moveName('intent', from, to)),
  );
  return [
    ...faultKinds().map(faultName),
    ...[...intents, ...listMoves('execution', EXECUTION_MOVES), ...listMoves('step', STEP_MOVES)].filter(
      (name) => !NOT_SIMULATED.has(name),
    ),
    ...[MULTIPLE_HOLDS, MULTIPLE_REFUSES, MULTIPLE_REFUSES_LATE],
    ...DEPTHS.flatMap((depth) => [
      ...IN_FLIGHT.filter((_, index) => index === 0 || depth >= 4 ** index).map(({ upTo }) =>
        inFlightName(depth, upTo),
      ),
      ...(depth === 1 ? [] : DISTURBANCES.map((what) => disturbanceName(depth, what))),
    ]),
  ];
}

function listMoves(of: 'execution' | 'step', moves: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(moves).flatMap(([from, targets]) => targets.map((to) => moveName(of, from, to)));
}
