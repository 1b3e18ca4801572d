import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';
import { testRun } from '../../test/support/test-run.js';

const SCRIPT = 'tools/build/ensure-deps.mjs';
const ONE = { version: '1.0.0', integrity: 'sha512-one' };
const PACKAGES = {
  '': {},
  'node_modules/one': ONE,
  'node_modules/two': { version: '2.0.0', os: [process.platform], cpu: [process.arch] },
  'node_modules/other': { os: ['no-such-platform'] },
  'node_modules/workspace': { resolved: 'packages/workspace', link: true },
  'packages/workspace': {},
};

describe('ensure-deps', () => {
  /** Creates a project whose npm is a script. */
  function project(npm: string): string {
    const root = path.join(testRun().folder, `deps-${randomUUID()}`);
    for (const folder of ['tools/build', 'node_modules']) mkdirSync(path.join(root, folder), { recursive: true });
    for (const file of [SCRIPT, 'tools/build/check-node.mjs']) {
      copyFileSync(path.join(PROJECT_ROOT, file), path.join(root, file));
    }
    writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages: PACKAGES }));
    writeFileSync(path.join(root, 'npm.cjs'), npm);
    return root;
  }

  function install(root: string): { status: number | null; stdout: string; stderr: string } {
    const env = { npm_execpath: path.join(root, 'npm.cjs'), npm_lifecycle_event: 'start' };
    return spawnSync(process.execPath, [path.join(root, SCRIPT)], { env, encoding: 'utf8' });
  }

  it('says what it installs, what it did and what is next, and installs once', () => {
    const root = project('');
    const first = install(root);
    expect(first).toMatchObject({ status: 0, stdout: '' });
    expect(first.stderr).toMatch(
      /^\[setup\] installing 2 packages, once .*\n\[setup\] npm ended after \d+ s; next: build, PostgreSQL, chain, worker, API\n$/,
    );
    expect(install(root)).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  describe('after npm install', () => {
    const COMPLETE = { 'node_modules/one': ONE, 'node_modules/two': { version: '2.0.0' } };

    /** Installs into a project in which npm has left the packages. */
    function installAfter(packages: object) {
      const root = project('');
      writeFileSync(path.join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
      return install(root);
    }

    it('installs nothing when the lockfile is the same', () => {
      expect(installAfter(COMPLETE)).toMatchObject({ status: 0, stdout: '', stderr: '' });
    });

    it.each([
      ['of another version', { 'node_modules/two': { version: '2.0.1' } }],
      ['of another content', { 'node_modules/one': { ...ONE, integrity: 'sha512-other' } }],
      ['that is missing', { 'node_modules/two': undefined }],
    ])('installs because of a package %s', (_, difference) => {
      expect(installAfter({ ...COMPLETE, ...difference }).stderr).toContain('[setup] installing 2 packages');
    });
  });

  it('fails when npm does, and tries again the next time', () => {
    const root = project(`console.error('npm http fetch GET 200 x\\nnpm error the reason'); process.exitCode = 1`);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { status, stderr } = install(root);
      expect(status).toBe(1);
      expect(stderr).toContain('npm error the reason\n');
      expect(stderr).not.toContain('npm http');
      expect(stderr).toContain('npm could not install the dependencies');
    }
    expect(existsSync(path.join(root, '.cache', 'installing.pid'))).toBe(false);
  });
});
