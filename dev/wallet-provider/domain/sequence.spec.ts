import { Clock } from '@app/common';
import { Sequence } from './sequence.js';

class StoppedClock extends Clock {
  date = new Date(1_000);

  override now(): Date {
    return this.date;
  }
}

describe('Sequence', () => {
  it('increases within a millisecond, with time, and when the clock goes back', () => {
    const clock = new StoppedClock();
    const sequence = new Sequence(clock);
    const numbers = [sequence.next(), sequence.next()];
    clock.date = new Date(2_000);
    numbers.push(sequence.next());
    clock.date = new Date(500);
    numbers.push(sequence.next());
    expect(numbers).toEqual([1_000_000, 1_000_001, 2_000_000, 2_000_001]);
  });
});
