import { isRecord } from './is-record.js';

describe('isRecord', () => {
  it.each([{}, { a: 1 }, Object.create(null), new Error('away')])('accepts the object %#', (value) => {
    expect(isRecord(value)).toBe(true);
  });

  it.each([null, undefined, [], 'text', 5, true, () => undefined])('refuses %p', (value) => {
    expect(isRecord(value)).toBe(false);
  });
});
