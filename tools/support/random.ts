import { seededRandom } from '../../test/support/seeded-random.js';

/** Seeded pseudo-random numbers: the same seed gives the same sequence. */
export class Random {
  /** Returns a number from 0 (included) to 1 (excluded). It can be passed as a function. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = seededRandom(seed);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Returns a whole number from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.between(0, items.length - 1)];
    if (item === undefined) throw new RangeError('cannot pick from an empty list');
    return item;
  }

  shuffle<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, key: this.next() }))
      .sort((a, b) => a.key - b.key)
      .map(({ item }) => item);
  }

  /** Returns an independent generator: draws from it do not change this sequence. */
  fork(): Random {
    return new Random(this.between(0, 2 ** 32 - 1));
  }
}
