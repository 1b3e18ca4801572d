import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { PRODUCT_VERSION } from '@app/config';
import { builtFile } from '../../../dev/devnet/project-root.js';

describe('the program', () => {
  it.each(['apps/ops/src/main.ts', 'apps/migrate/src/main.ts'])('%s prints its version without settings', (program) => {
    const { status, stdout } = spawnSync(process.execPath, [builtFile(program), '--version'], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: `${PRODUCT_VERSION}\n` });
  });

  it('ends quietly with exit code 0 when its output is closed, as by `| head -1`', async () => {
    const child = spawn(process.execPath, [builtFile('apps/ops/src/main.ts'), '--help'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const [code] = await once(child, 'close');
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
  });
});
