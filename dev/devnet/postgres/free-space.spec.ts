import { jest } from '@jest/globals';
import { tmpdir } from 'node:os';
import { freeMb, NoSpaceError, requireSpace, watchSpace } from './free-space.js';

describe('requireSpace', () => {
  it('names the folder and what PostgreSQL needs', () => {
    const folder = tmpdir();
    expect(freeMb(folder)).toBeGreaterThan(0);
    expect(() => requireSpace(folder, 1)).not.toThrow();
    expect(() => requireSpace(folder, 1e15)).toThrow(NoSpaceError);
    expect(() => requireSpace(folder, 1e15)).toThrow(`no space left in ${folder}: PostgreSQL needs about`);
  });
});

describe('watchSpace', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('prints one line each time the space runs out', () => {
    const lines: string[] = [];
    let left = 100;
    const end = watchSpace(
      '/data',
      (line) => lines.push(line),
      () => left,
    );
    for (const [mb, printed] of [
      [100, 0],
      [3, 1],
      [0, 1],
      [50, 1],
      [2, 2],
    ] as const) {
      left = mb;
      jest.advanceTimersByTime(5_000);
      expect(lines).toHaveLength(printed);
    }
    expect(lines[0]).toContain('no space left in /data (3 MB)');
    end();
    left = 100;
    expect(jest.getTimerCount()).toBe(0);
  });
});
