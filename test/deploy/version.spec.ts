import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PRODUCT_VERSION } from '@app/config';
import { OWN_SCHEMA } from '@app/persistence';

const ROOT = path.resolve(import.meta.dirname, '../..');

describe('the version of the product', () => {
  it.each([
    ['Dockerfile', /org\.opencontainers\.image\.version=(\S+)/],
    ['deploy/kubernetes/site/kustomization.yaml', /newTag: ([^ }]+)/],
  ])('is that of %s', (file, pattern) => {
    expect(pattern.exec(read(file))?.[1]).toBe(PRODUCT_VERSION);
  });

  it('has upgrade notes that end with the newest migration and what its schema serves', () => {
    const [last = ''] = read('docs/upgrading.md').trimEnd().split('\n').slice(-1);
    const [, version, migration, serves] = last.split('|').map((cell) => cell.trim());
    expect(version).toMatch(/^(next|\d+\.\d+\.\d+)$/);
    expect([migration, serves]).toEqual([String(OWN_SCHEMA.migration), OWN_SCHEMA.serves]);
  });
});

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}
