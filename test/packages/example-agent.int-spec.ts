import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';

describe('examples/agent.mjs', () => {
  it('prints each try without an answer', async () => {
    const API = 'http://127.0.0.1:2';
    const child = start({ API });
    const lines: string[] = [];
    for await (const line of createInterface(child.stderr)) {
      lines.push(line);
      if (lines.length === 2) break;
    }
    child.kill();
    expect(lines).toEqual(Array(2).fill(`No answer from ${API}: trying again`));
  });

  it('asks for API_KEY where the service requires one', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{"code":"api_key_invalid"}}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const child = start({ API: `http://127.0.0.1:${port}` });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const [code] = await once(child, 'close');
    server.close();
    expect({ code, errors }).toEqual({ code: 1, errors: 'set API_KEY to a valid key\n' });
  });
});

function start(env: Readonly<Record<string, string>>) {
  const program = path.join(PROJECT_ROOT, 'examples/agent.mjs');
  return spawn(process.execPath, [program], { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
}
