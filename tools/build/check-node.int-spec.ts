import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';
import { testRun } from '../../test/support/test-run.js';

const ENTRIES = ['tools/run.mjs', 'tools/dev.mjs', 'tools/build/ensure-deps.mjs'];

describe('check-node', () => {
  /** Runs a file as if Node had this version. */
  function runAs(version: string, file: string) {
    const preload = path.join(testRun().folder, `node-${randomUUID()}.cjs`);
    const versions = `{ ...process.versions, node: '${version}' }`;
    writeFileSync(preload, `Object.defineProperty(process, 'versions', { value: ${versions} });`);
    const args = ['--require', preload, path.join(PROJECT_ROOT, file)];
    return spawnSync(process.execPath, args, { encoding: 'utf8', cwd: testRun().folder });
  }

  it.each(ENTRIES)('ends %s in one line on an older Node', (file) => {
    for (const version of ['18.20.8', '20.18.9']) {
      expect(runAs(version, file)).toMatchObject({
        status: 1,
        stdout: '',
        stderr: `Presage needs Node 20.19 or newer; this is ${version}\n`,
      });
    }
  });

  it.each(['20.19.0', '22.0.0'])('accepts Node %s', (version) => {
    expect(runAs(version, 'tools/build/check-node.mjs')).toMatchObject({ status: 0, stderr: '' });
  });

  it('comes first in every npm script', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(
      readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8'),
    );
    const first = new RegExp(`^(?:exec )?node (?:--[\\w-]+ )*(?:${ENTRIES.join('|')})(?: |$)`);
    expect(Object.keys(scripts).length).toBeGreaterThan(10);
    expect(Object.entries(scripts).filter(([, command]) => !first.test(command))).toEqual([]);
  });
});
