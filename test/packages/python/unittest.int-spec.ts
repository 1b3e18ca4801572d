import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import { getPython } from '../../support/python.js';

describe('packages/python', () => {
  it('passes its own tests', () => {
    const env = {
      ...process.env,
      PYTHONPATH: path.join(PROJECT_ROOT, 'packages/python/src'),
      PYTHONDONTWRITEBYTECODE: '1',
    };
    const args = ['-W', 'error', '-m', 'unittest', 'discover', '-s', import.meta.dirname];
    const { status, stderr } = spawnSync(getPython(), args, { env, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/^Ran \d{2,} tests/m) });
  });
});
