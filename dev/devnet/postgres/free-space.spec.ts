import { tmpdir } from 'node:os';
import { NoSpaceError, requireSpace } from './free-space.js';

describe('requireSpace', () => {
  it('names the folder and what PostgreSQL needs', () => {
    const folder = tmpdir();
    expect(() => requireSpace(folder, 1)).not.toThrow();
    expect(() => requireSpace(folder, 1e15)).toThrow(NoSpaceError);
    expect(() => requireSpace(folder, 1e15)).toThrow(`no space left in ${folder}: PostgreSQL needs about`);
  });
});
