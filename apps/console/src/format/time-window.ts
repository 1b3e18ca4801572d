/** Part of the time axis, in seconds since the epoch. */
export interface TimeRange {
  readonly min: number;
  readonly max: number;
}

/**
 * Returns a window as long as that of the newest points.
 * @param endS end of the window, null for the newest point
 */
export function timeWindow(timesS: readonly number[], maxPoints: number, endS: number | null): TimeRange {
  const oldest = timesS[0] ?? 0;
  const newest = timesS.at(-1) ?? 0;
  const length = newest - (timesS[Math.max(0, timesS.length - maxPoints)] ?? 0);
  const max = Math.min(Math.max(endS ?? newest, oldest + length), newest);
  return { min: max - length, max };
}

/** Counts the leading points for which the condition holds. It holds for no point after one for which it does not. */
export function countWhile(timesS: readonly number[], condition: (timeS: number) => boolean): number {
  let [low, high] = [0, timesS.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (condition(timesS[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Pan {
  readonly end: () => number;
  readonly secondsPerPixel: () => number;
  readonly onPan: (endS: number) => void;
  readonly onEnd: () => void;
}

/** Moves the visible time with a pointer that is dragged across the element. */
export function followPointer(element: HTMLElement, { end, secondsPerPixel, onPan, onEnd }: Pan): void {
  let grabbed: { readonly x: number; readonly endS: number } | null = null;
  const release = (): void => {
    if (grabbed !== null) onEnd();
    grabbed = null;
  };
  element.addEventListener('pointerdown', ({ button, clientX, pointerId }) => {
    if (button !== 0) return;
    grabbed = { x: clientX, endS: end() };
    element.setPointerCapture(pointerId);
  });
  element.addEventListener('pointermove', ({ clientX }) => {
    if (grabbed !== null) onPan(grabbed.endS - (clientX - grabbed.x) * secondsPerPixel());
  });
  element.addEventListener('pointerup', release);
  element.addEventListener('pointercancel', release);
}
