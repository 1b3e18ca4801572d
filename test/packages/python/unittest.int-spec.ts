import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import { getPython } from '../../support/python.js';

describe('packages/python', () => {
  it('passes its own tests', () => {
    const cwd = path.join(PROJECT_ROOT, 'packages/python');
    const env = { ...process.env, PYTHONPATH: 'src', PYTHONDONTWRITEBYTECODE: '1' };
    const { status, stderr } = spawnSync(getPython(), ['-W', 'error', '-m', 'unittest', 'discover', '-s', 'tests'], {
      ...{ cwd, env, encoding: 'utf8' },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/^Ran \d{2,} tests/m) });
  });
});
