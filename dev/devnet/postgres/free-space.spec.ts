import { tmpdir } from 'node:os';
import { UnusableFolderError } from '../data-folder.js';
import { requireSpace } from './free-space.js';

describe('requireSpace', () => {
  it('names the folder and what PostgreSQL needs', () => {
    const folder = tmpdir();
    expect(() => requireSpace(folder, 1)).not.toThrow();
    expect(() => requireSpace(folder, 1e15)).toThrow(UnusableFolderError);
    expect(() => requireSpace(folder, 1e15)).toThrow(
      `${folder} cannot be used: no space left in it, PostgreSQL needs about 1000000000000000 MB`,
    );
  });
});
