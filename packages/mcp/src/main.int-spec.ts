import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { builtFile } from '../../../dev/devnet/project-root.js';

describe('the program', () => {
  it('ends with one line and exit code 1 when its port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const words = [builtFile('packages/mcp/src/main.ts'), '--http', '--port', String(port)];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const [code] = await once(child, 'close');
    server.close();
    expect({ code, errors }).toEqual({ code: 1, errors: expect.stringMatching(/^presage-mcp: .*EADDRINUSE.*\n$/) });
  });
});
