import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtFile, PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import type { Product } from '../support/product.js';

const STAKE_BASE_UNITS = 5_000_000n;
const PYTHON_PACKAGE = path.join(PROJECT_ROOT, 'packages/python/src');
const TIMEOUT_MS = 300_000;

/** Runs the programs of docs/agents.md, those in Python where this machine can. */
export function agentsGuide(product: Product): void {
  describe('the agent’s guide', () => {
    const guide = readFileSync(path.join(PROJECT_ROOT, 'docs/agents.md'), 'utf8');
    const folder = mkdtempSync(path.join(tmpdir(), 'presage-guide-'));
    /** All blocks of a language, which build on each other. */
    const program = (language: string): string =>
      [...guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, code]) => code).join('');

    afterAll(() => rmSync(folder, { recursive: true }));

    it(
      'has programs in two languages that bet once between them, and print the same',
      async () => {
        const [agent] = await product.fundedAgents('agent_guide_01');
        if (agent === undefined) throw new Error('expected an agent');
        const market = await product.createMarket(agent, 'for-the-guide', 1_800);
        const env = { ...process.env, PRESAGE_URL: product.stack.api.url, PRESAGE_AGENT: agent.agentId };

        const sdk = pathToFileURL(builtFile('packages/sdk/src/index.ts')).href;
        const script = write('guide.mjs', program('js').replace("'@presage/sdk'", JSON.stringify(sdk)));
        const first = await run(process.execPath, [script], env);
        expect(betOn(first, market.market_contract_address)).toMatch(/ executed 0x[\da-f]{64}$/);
        const runs = [await run(process.execPath, [script], env)];

        const python = write('guide.py', program('python'));
        if (existsSync(PYTHON_PACKAGE) && (await run('python3', ['--version'], env))[0] !== undefined) {
          runs.push(await run('python3', [python], { ...env, PYTHONPATH: PYTHON_PACKAGE }));
        }
        // The log goes on while the first one reads it.
        for (const lines of runs) expect(lines.slice(0, first.length)).toEqual(first);

        const { body } = await agent.get(`/agent/wallets/${agent.agentId}`);
        const wallet = body.agent_wallet.agent_wallet_address as string;
        const { collateral } = product.stack.deployment;
        expect(await product.chain.transfers(collateral, wallet, market.market_contract_address)).toEqual([
          STAKE_BASE_UNITS,
        ]);
      },
      TIMEOUT_MS,
    );

    function write(name: string, text: string): string {
      const file = path.join(folder, name);
      writeFileSync(file, text);
      return file;
    }
  });
}

/** Runs a program. @returns the lines that it prints; none if it cannot be started */
async function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string[]> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.once('error', () => undefined);
  const [code]: unknown[] = await once(child, 'close');
  if (output !== '') expect(code).toBe(0);
  return output.split('\n').filter((line) => line !== '');
}

function betOn(lines: readonly string[], contract: string): string | undefined {
  return lines.find((line) => line.startsWith(`bet ${contract} `));
}
