import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../apps/devnet/src/project-root.js';
import { startStack, type Stack } from '../support/index.js';
import { ChainClient } from './support/chain-client.js';
import { patternOf, readTour, routesIn } from './support/readme-tour.js';
import { Shell, SHELL_ENVIRONMENT } from './support/shell.js';

const API_OF_NPM_START = 'http://127.0.0.1:4000';
const CHAIN_OF_NPM_START = 'http://127.0.0.1:8545';
const CLOSES_IN_S = 20;
/** The tour waits for a market's close, and starts some hundred small processes. */
const TOUR_TIMEOUT_MS = 600_000;

describe('the tour of the README', () => {
  const readme = readFileSync(path.join(PROJECT_ROOT, 'README.md'), 'utf8');
  const blocks = readTour(readme, 'A five-minute tour');
  let stack: Stack;
  let chain: ChainClient;
  let shell: Shell;

  beforeAll(async () => {
    stack = await startStack({ env: { LOG_LEVEL: 'warn' } });
    chain = new ChainClient(stack.rpcUrl);
    shell = new Shell(PROJECT_ROOT);
  });

  afterAll(async () => {
    await shell?.close();
    chain?.close();
    await stack?.stop();
  });

  it('has lines that can be pasted one by one', () => {
    const lines = blocks.flatMap((block) => block.lines);
    expect(lines.length).toBeGreaterThan(30);
    for (const line of lines) expect({ line, ...check(line) }).toEqual({ line, status: 0, stderr: '' });
  });

  it(
    'shows what the README says, line by line',
    async () => {
      const begunMs = performance.now();
      for (const { lines, shown } of blocks) {
        let output = '';
        for (const line of lines) {
          const typed = await shell.type(inTime(here(line), performance.now() - begunMs));
          expect({ line, ...typed }).toMatchObject({ exitCode: 0 });
          output += typed.output;
        }
        expect(output.trimEnd()).toMatch(patternOf(shown ?? ''));
      }
    },
    TOUR_TIMEOUT_MS,
  );

  it('has paid the winner 40 and given the stake of the cancelled market back, on the chain', async () => {
    const alice = await value('$ALICE');
    const bob = await value('$BOB');
    const token = await value('$TOKEN');
    const market = await value('$CONTRACT');
    expect(await chain.transfers(token, market, alice)).toEqual([40_000_000n]);
    expect(await chain.transfers(token, bob, market)).toEqual([30_000_000n]);
    expect(await chain.succeeded(await value('$PAID'))).toBe(true);
    expect(await balance('agent_alice_01')).toBe('1030');
    expect(await balance('agent_bob_01')).toBe('970');
  });

  it('leaves hashes in the activity that are all on the chain', async () => {
    const response = await fetch(`${stack.api.url}/agent/activity/agent_alice_01`);
    const { activity }: any = await response.json();
    const executed = activity.items.filter((item: any) => item.type === 'execution' && item.status === 'executed');
    expect(executed.map(({ action }: any) => action).sort()).toEqual(
      [
        'buy_yes',
        'cancel_market',
        'claim_payout',
        'close_market',
        'create_market',
        'create_market',
        'resolve_market',
      ].sort(),
    );
    for (const { transaction_hash: hash } of executed) expect(await chain.succeeded(hash)).toBe(true);
  });

  it('names routes that there are', async () => {
    const routes = routesIn(readme);
    expect(routes.length).toBeGreaterThan(25);
    for (const { method, path: route } of routes) {
      const response = await fetch(stack.api.url + route.replaceAll(/\{\w+\}/g, 'some'), { method });
      const text = await response.text();
      const error = response.headers.get('content-type')?.includes('json') ? JSON.parse(text).error : undefined;
      expect({ route, code: error?.code }).not.toEqual({ route, code: 'not_found' });
      expect({ route, code: error?.code }).not.toEqual({ route, code: 'method_not_allowed' });
    }
  });

  function here(line: string): string {
    return line.replaceAll(API_OF_NPM_START, stack.api.url).replaceAll(CHAIN_OF_NPM_START, stack.rpcUrl);
  }

  /** On a machine that has taken long to come here, the stakes will take long as well: the market then closes later. */
  function inTime(line: string, elapsedMs: number): string {
    return line.replace(`+ ${CLOSES_IN_S})`, `+ ${Math.max(CLOSES_IN_S, Math.ceil(elapsedMs / 500))})`);
  }

  async function value(variable: string): Promise<string> {
    return (await shell.type(`echo ${variable}`)).output.trim();
  }

  async function balance(agentId: string): Promise<string> {
    const { output } = await shell.type(
      `get /agent/wallets/${agentId}/balance | pick 'a.agent_wallet_balance.balances.find(({ token }) => token.symbol === "USDC").amount'`,
    );
    return output.trim();
  }
});

function check(line: string): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync('bash', ['-n', '-c', line], { encoding: 'utf8', env: SHELL_ENVIRONMENT });
  return { status, stderr };
}
