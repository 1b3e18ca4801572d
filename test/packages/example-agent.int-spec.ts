import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';

describe('examples/agent.mjs', () => {
  it('prints each try without an answer, and how to name the service', async () => {
    const API = 'http://127.0.0.1:2';
    const child = start({ API });
    const lines: string[] = [];
    for await (const line of createInterface(child.stderr)) {
      lines.push(line);
      if (lines.length === 2) break;
    }
    child.kill();
    expect(lines).toEqual(
      Array(2).fill(`No answer from ${API} (the variable API is the address of the service): trying again`),
    );
  });

  it('says which service it trades at, and that there is nothing to do when it has bet on all markets', async () => {
    const contract = { market_id: 'rain', market_contract_address: '0x1' };
    const answers: Readonly<Record<string, object>> = {
      '/': { version: '9.8.7', console: '/console' },
      '/agent/wallets/agent_rain_01': { agent_wallet: { agent_wallet_address: '0x2' } },
      '/agent/wallets/agent_rain_01/balance': {
        agent_wallet_balance: { balances: [{ token: { symbol: 'USDC' }, amount: '100' }] },
      },
      '/agent/intents': { intents: [] },
      '/agent/portfolio/agent_rain_01': { portfolio: { positions: [contract], total_exposure: '5' } },
      '/markets': { markets: [{ id: 'one', onchain: contract }] },
    };
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://localhost');
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[pathname]));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const API = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const child = start({ API });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [code] = await once(child, 'close');
    server.close();
    expect({ code, output }).toEqual({
      code: 0,
      output: `agent_rain_01 trades at ${API}, Presage 9.8.7; set API for another service\nnothing to do: already bet on all open markets\n`,
    });
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
  return spawn(process.execPath, [program], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
}
