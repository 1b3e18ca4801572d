import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import { getPython } from '../../support/python.js';

/** Starts examples/agent.py. */
function start(env: Readonly<Record<string, string>>) {
  const program = path.join(PROJECT_ROOT, 'examples/agent.py');
  return spawn(getPython(), ['-I', '-B', program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs it beside a service that answers by path. */
async function runBeside(answers: (pathname: string) => { status: number; body?: object; headers?: object }) {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    paths.push(pathname);
    const { status, body, headers } = answers(pathname);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const child = start({ API: api });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  server.close();
  return {
    result: { code: code as unknown, output: output.replaceAll(api, 'API'), errors: errors.replaceAll(api, 'API') },
    paths,
  };
}

describe('examples/agent.py', () => {
  it('prints each try without an answer', async () => {
    const child = start({ API: 'http://127.0.0.1:2' });
    const lines: string[] = [];
    for await (const line of createInterface(child.stderr)) {
      lines.push(line);
      if (lines.length === 2) break;
    }
    child.kill();
    expect(lines).toEqual(Array(2).fill('No answer from http://127.0.0.1:2: trying again'));
  });

  it('says which service it trades at, and that there is nothing to do when it has bet on all markets', async () => {
    const contract = { market_id: 'rain', market_contract_address: '0x1', claim_action: null };
    const balances = [{ token: { symbol: 'USDC' }, amount: '100' }];
    const answers: Readonly<Record<string, object>> = {
      '/': { version: '9.8.7', console: '/console' },
      '/agent/wallets/agent_rain_py_01': { agent_wallet: { agent_wallet_address: '0x2' } },
      '/agent/wallets/agent_rain_py_01/balance': { agent_wallet_balance: { balances } },
      '/agent/intents': { intents: [] },
      '/agent/portfolio/agent_rain_py_01': { portfolio: { positions: [contract], total_exposure: '5' } },
      '/markets': { markets: [{ id: 'one', onchain: contract }] },
    };
    const { result } = await runBeside((pathname) => ({ status: 200, body: answers[pathname] ?? {} }));
    expect(result).toEqual({
      ...{ code: 0, errors: '' },
      output:
        'agent_rain_py_01 trades at API, Presage 9.8.7; set API for another service\nnothing to do: already bet on all open markets, or there is none\n',
    });
  });

  it('asks for API_KEY where the service requires one', async () => {
    const { result } = await runBeside(() => ({ status: 401, body: { error: { code: 'api_key_invalid' } } }));
    expect(result).toEqual({ code: 1, output: '', errors: 'set API_KEY to a valid key\n' });
  });

  it('follows no redirect', async () => {
    const { result, paths } = await runBeside(() => ({ status: 308, headers: { location: '/elsewhere' } }));
    expect(result).toEqual({
      code: 1,
      output: '',
      errors: 'API redirects: set API to the address that it redirects to\n',
    });
    expect(paths).toEqual(['/']);
  });
});
