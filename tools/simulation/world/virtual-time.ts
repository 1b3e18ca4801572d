interface Event {
  atMs: number;
  seq: number;
  run: () => void;
}

/** 2030-01-01T00:00:00Z: whole seconds, so that a seed reads easily. */
const START_MS = 1_893_456_000_000;

/**
 * A clock that moves from event to event. Events of the same moment run in the order in which they were asked for; code
 * that awaits runs to its next standstill before the next event, so a run depends on nothing but its seed.
 */
export class VirtualTime {
  readonly startMs = START_MS;
  nowMs = START_MS;
  private seq = 0;
  private readonly heap: Event[] = [];
  private stirred = false;

  at(atMs: number, run: () => void): void {
    this.push({ atMs: Math.max(atMs, this.nowMs), seq: this.seq++, run });
  }

  after(delayMs: number, run: () => void): void {
    this.at(this.nowMs + delayMs, run);
  }

  /** Says that a promise was settled, so that what awaits it is let run before the next event. */
  stir(): void {
    this.stirred = true;
  }

  /** Runs events until there is none left, or `done` says so after one. */
  async run(done: () => boolean): Promise<void> {
    for (let event = this.pop(); event !== undefined; event = this.pop()) {
      this.nowMs = event.atMs;
      event.run();
      if (this.stirred) {
        this.stirred = false;
        await standstill();
      }
      if (done()) return;
    }
  }

  private push(event: Event): void {
    const { heap } = this;
    let index = heap.length;
    heap.push(event);
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = heap[parentIndex];
      if (parent === undefined || !isBefore(event, parent)) break;
      heap[index] = parent;
      index = parentIndex;
    }
    heap[index] = event;
  }

  private pop(): Event | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let index = 0;
    for (;;) {
      const leftIndex = 2 * index + 1;
      const [left, right] = [heap[leftIndex], heap[leftIndex + 1]];
      if (left === undefined) break;
      const [child, childIndex] =
        right !== undefined && isBefore(right, left) ? [right, leftIndex + 1] : [left, leftIndex];
      if (!isBefore(child, last)) break;
      heap[index] = child;
      index = childIndex;
    }
    heap[index] = last;
    return first;
  }
}

function isBefore(a: Event, b: Event): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.seq < b.seq);
}

/** Node runs what was put off to the next tick only when no settled promise is waiting any more. */
async function standstill(): Promise<void> {
  await new Promise<void>((resolve) => {
    process.nextTick(resolve);
  });
}
