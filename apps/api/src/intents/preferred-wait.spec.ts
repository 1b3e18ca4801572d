import { preferredWaitMs } from './preferred-wait.decorator.js';

describe('preferredWaitMs', () => {
  it.each<[string | string[] | undefined, number | null]>([
    [undefined, null],
    ['', null],
    ['respond-async', 0],
    ['Respond-Async', 0],
    ['wait=5', 5_000],
    ['wait="5"', 5_000],
    ['WAIT = 5', 5_000],
    ['wait=0', 0],
    ['wait=60', 60_000],
    ['wait=61', 60_000],
    ['wait=999999999', 60_000],
    ['respond-async, wait=10', 10_000],
    ['wait=10; foo="bar", respond-async', 10_000],
    [['return=minimal', 'wait=3'], 3_000],
    ['wait=-1', null],
    ['wait=1.5', null],
    ['wait=soon', null],
    ['wait', null],
    ['respond-asynchronously', null],
    ['return=minimal', null],
  ])('parses %j to %p', (header, expected) => {
    expect(preferredWaitMs(header)).toBe(expected);
  });
});
