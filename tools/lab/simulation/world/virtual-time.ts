interface Event {
  atMs: number;
  seq: number;
  run: () => void;
}

/** 2030-01-01T00:00:00Z. Whole seconds keep traces readable. */
const START_MS = 1_893_456_000_000;

/**
 * Virtual clock that advances from event to event. Events of one moment run in the order they were scheduled. Pending
 * promises settle before the next event, so a run depends only on its seed.
 */
export class VirtualTime {
  readonly startMs = START_MS;
  nowMs = START_MS;
  private seq = 0;
  private readonly heap: Event[] = [];
  private hasSettled = false;

  at(atMs: number, run: () => void): void {
    this.push({ atMs: Math.max(atMs, this.nowMs), seq: this.seq++, run });
  }

  after(delayMs: number, run: () => void): void {
    this.at(this.nowMs + delayMs, run);
  }

  /** Reports a settled promise: code that awaits it runs before the next event. */
  noteSettled(): void {
    this.hasSettled = true;
  }

  /** Runs events until none is left or `done` returns true after one. */
  async run(done: () => boolean): Promise<void> {
    for (let event = this.pop(); event !== undefined; event = this.pop()) {
      this.nowMs = event.atMs;
      event.run();
      if (this.hasSettled) {
        this.hasSettled = false;
        await drainMicrotasks();
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

/** Resolves when the microtask queue is empty: Node runs `nextTick` callbacks after all promise callbacks. */
async function drainMicrotasks(): Promise<void> {
  await new Promise<void>((resolve) => {
    process.nextTick(resolve);
  });
}
