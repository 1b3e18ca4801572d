import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import type { Product } from '../support/product.js';
import { readTour, routesIn, toPattern, type TourBlock } from '../support/tour-blocks.js';
import { Shell, SHELL_ENVIRONMENT } from '../support/shell.js';

const API_OF_NPM_START = 'http://127.0.0.1:4000';
const CHAIN_OF_NPM_START = 'http://127.0.0.1:8545';
/** Seconds after which the tour's market closes, as the page has it. */
const SHOWN_LIFE_S = 20;
const MIN_LIFE_S = 10;
/** The tour waits for a market's close and starts about a hundred processes. */
const TOUR_TIMEOUT_MS = 600_000;

export function tour(product: Product): void {
  describe('the tour', () => {
    const page = readFileSync(path.join(PROJECT_ROOT, 'docs/tour.md'), 'utf8');
    const blocks = readTour(page, 'A five-minute tour');
    const commandLine = readTour(page, 'A shorter tour with the command line');
    let shell: Shell;

    beforeAll(() => {
      shell = new Shell(PROJECT_ROOT);
    });

    afterAll(() => shell?.close());

    it('has lines that are each a complete shell command', () => {
      const lines = [...blocks, ...commandLine].flatMap((block) => block.lines);
      expect(lines.length).toBeGreaterThan(30);
      for (const line of lines) expect({ line, ...checkSyntax(line) }).toEqual({ line, status: 0, stderr: '' });
    });

    it(
      'prints what the page shows',
      async () => {
        const startedMs = performance.now();
        await paste(shell, blocks, (line) => withLife(withTestUrls(line), performance.now() - startedMs));
      },
      TOUR_TIMEOUT_MS,
    );

    it(
      'has a shorter path with the command line, which prints what the page shows',
      async () => {
        const other = new Shell(PROJECT_ROOT);
        try {
          await paste(other, commandLine, withTestUrls);
        } finally {
          await other.close();
        }
      },
      TOUR_TIMEOUT_MS,
    );

    it('pays the winner 40 and refunds the stake of the cancelled market, on chain', async () => {
      const alice = await value('$ALICE');
      const bob = await value('$BOB');
      const token = await value('$TOKEN');
      const market = await value('$CONTRACT');
      expect(await product.chain.transfers(token, market, alice)).toEqual([40_000_000n]);
      expect(await product.chain.transfers(token, bob, market)).toEqual([30_000_000n]);
      expect(await product.chain.succeeded(await value('$PAID'))).toBe(true);
      expect(await balance('agent_alice_01')).toBe('1030');
      expect(await balance('agent_bob_01')).toBe('970');
    });

    it('lists only transactions in the activity that are on chain', async () => {
      const response = await fetch(`${product.stack.api.url}/agent/activity/agent_alice_01`);
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
      for (const { transaction_hash: hash } of executed) expect(await product.chain.succeeded(hash)).toBe(true);
    });

    it('is beside guides that name only existing routes', async () => {
      const guides = ['agents', 'operators', 'deploying', 'concepts'].map((name) => `docs/${name}.md`);
      const routes = guides.flatMap((file) => routesIn(readFileSync(path.join(PROJECT_ROOT, file), 'utf8')));
      expect(routes.length).toBeGreaterThan(25);
      for (const { method, path: route } of routes) {
        const response = await fetch(product.stack.api.url + route.replaceAll(/\{\w+\}/g, 'some'), { method });
        const text = await response.text();
        const error = response.headers.get('content-type')?.includes('json') ? JSON.parse(text).error : undefined;
        expect({ route, code: error?.code }).not.toEqual({ route, code: 'not_found' });
        expect({ route, code: error?.code }).not.toEqual({ route, code: 'method_not_allowed' });
      }
    });

    /** Replaces the addresses of `npm start` by those of the running product. */
    function withTestUrls(line: string): string {
      const { api, rpcUrl } = product.stack;
      return line.replaceAll(API_OF_NPM_START, api.url).replaceAll(CHAIN_OF_NPM_START, rpcUrl);
    }

    /** Lets the market close after four times the time that the tour took so far, which suffices on a slow machine too. */
    function withLife(line: string, elapsedMs: number): string {
      return line.replace(`+ ${SHOWN_LIFE_S})`, `+ ${Math.max(MIN_LIFE_S, Math.ceil((4 * elapsedMs) / 1_000))})`);
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
}

/** Types the lines of the blocks, and compares the output of each block with what the page shows. */
async function paste(shell: Shell, blocks: readonly TourBlock[], prepare: (line: string) => string): Promise<void> {
  for (const { lines, shown } of blocks) {
    let output = '';
    for (const line of lines) {
      const typed = await shell.type(prepare(line));
      expect({ line, ...typed }).toMatchObject({ exitCode: 0 });
      output += typed.output;
    }
    expect(output.trimEnd()).toMatch(toPattern(shown ?? ''));
  }
}

function checkSyntax(line: string): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync('bash', ['-n', '-c', line], { encoding: 'utf8', env: SHELL_ENVIRONMENT });
  return { status, stderr };
}
