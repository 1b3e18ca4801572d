import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkLayout, misplacedClasses, singleFileFolders } from './layout.js';

describe('the layout check', () => {
  it('counts folders with one file and no subfolder', () => {
    expect(singleFileFolders(['libs/a/src/index.ts', 'libs/a/src/x/one.ts', 'libs/b/p.ts', 'libs/b/q.ts'])).toEqual([
      'libs/a/src/x',
    ]);
  });

  it('finds classes with a role outside a file of that role', () => {
    const text = 'export class IntentsService {}\nclass Inner {}\nexport abstract class TaskHandler {}\n';
    expect(misplacedClasses('libs/a/intents.ts', text)).toEqual([
      'libs/a/intents.ts: IntentsService belongs in a file with the suffix .service.ts',
    ]);
    expect(misplacedClasses('libs/a/intents.service.ts', text)).toEqual([]);
  });

  it('finds names and folders that break the conventions', () => {
    const root = mkdtempSync(path.join(tmpdir(), 'presage-layout-'));
    writeFileSync(path.join(root, '.gitignore'), 'dist\n');
    const files = ['apps/a/Upper.ts', 'apps/a/row.shape.ts', 'apps/a/row.entity.ts', 'apps/a/b.spec.ts', 'dist/B.ts'];
    for (const file of [...files, ...[1, 2, 3, 4, 5, 6].map((number) => `tools/t${number}/x.ts`)]) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), '\n');
    }
    expect(checkLayout(root).problems).toEqual([
      'apps/a/Upper.ts: not kebab-case with a known role suffix',
      'apps/a/row.shape.ts: not kebab-case with a known role suffix',
      expect.stringContaining('6 folders hold one file, maximum 5: tools/t1'),
    ]);
    rmSync(root, { recursive: true });
  });
});
