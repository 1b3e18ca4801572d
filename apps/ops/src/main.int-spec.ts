import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { builtFile } from '../../../dev/devnet/project-root.js';

describe('the program', () => {
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
