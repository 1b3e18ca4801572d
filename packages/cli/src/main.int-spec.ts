import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { builtFile } from '../../../dev/devnet/project-root.js';

describe('the program', () => {
  it('ends quietly with exit code 0 when its output is closed, as by `| head -1`', async () => {
    const child = spawn(process.execPath, [builtFile('packages/cli/src/main.ts'), '--help'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const [code] = await once(child, 'close');
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
  });

  it('ends with one line and exit code 1 when its output cannot be written, as on a full disk', async () => {
    const full = await open('/dev/full', 'w');
    const child = spawn(process.execPath, [builtFile('packages/cli/src/main.ts'), '--help'], {
      stdio: ['ignore', full.fd, 'pipe'],
    });
    let errors = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const [code] = await once(child, 'close');
    await full.close();
    expect({ code, errors }).toEqual({ code: 1, errors: 'presage: The output cannot be written: ENOSPC.\n' });
  });

  it('completes words in bash', () => {
    const script = `
      presage() { '${process.execPath}' '${builtFile('packages/cli/src/main.ts')}' "$@"; }
      source <(presage completion bash)
      COMP_WORDS=(presage markets list --status c) COMP_CWORD=4
      _presage && printf '%s ' "\${COMPREPLY[@]}"`;
    const { stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect(stdout).toBe('closed cancelled ');
  });

  it('runs the MCP server for the service of --url', async () => {
    const paths: (string | undefined)[] = [];
    const service = createServer((request, response) => {
      paths.push(request.url);
      response.setHeader('content-type', 'application/json').end('{"market":{}}');
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    const { port } = service.address() as AddressInfo;
    const args = [builtFile('packages/cli/src/main.ts'), '--url', `http://127.0.0.1:${port}`, 'mcp'];
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
    await client.callTool({ name: 'get_market', arguments: { market: 'one' } });
    await client.close();
    service.close();
    expect(paths).toEqual(['/markets/one']);
  });
});
