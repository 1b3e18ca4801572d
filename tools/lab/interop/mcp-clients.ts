import { copyFileSync, cpSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { callChain } from '../../../dev/devnet/chain/chain-rpc.js';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import { readChain } from '../chaos/chain-ledger.js';
import type { Stack } from '../../../test/support/stack/open-stack.js';
import { ApiClient, sendByFetch } from '../../support/api-client.js';
import { createCommand } from '../../support/cli.js';
import { parseOwnJson, textAt } from '../../support/json.js';
import { McpHttpServer } from '../../support/mcp-http-server.js';
import { installPackages, newerNode, runNode, SOURCE_FOLDER, WORK_FOLDER } from './packages.js';
import { withStack } from '../../support/with-stack.js';

/** Programs of the clients, in the work folder, where their packages are. */
const PROGRAMS = path.join(WORK_FOLDER, 'mcp');
const EXAMPLE = 'langchain-agent.mjs';
const STAKE_BASE_UNITS = 5_000_000n;
/** Longer than the script's markets are open. */
const LIFE_S = 3_700;
/** Longer than the chain's clock is put forward. */
const DEADLINE_S = 7_200;
/** From nothing to an executed bet. */
const MAX_CALLS = 5;
const SECONDS = 1_000;

interface Client {
  readonly name: string;
  readonly program: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether it also resolves its market and claims the payout. */
  readonly claims?: boolean;
}

const CLIENTS: readonly Client[] = [
  { name: '@modelcontextprotocol/sdk 1.x', program: 'sdk.mjs' },
  { name: '@modelcontextprotocol/client 2.x, era of 2025', program: 'client.mjs', env: { ERA: 'legacy' } },
  { name: '@modelcontextprotocol/client 2.x, era of 2026', program: 'client.mjs', env: { ERA: '2026-07-28' } },
  { name: 'Inspector CLI', program: 'inspector.mjs' },
  { name: '@langchain/mcp-adapters, the example', program: 'langchain.mjs' },
  // The last one: a claim needs a later time of the chain, at which the other scripts' markets would be closed.
  { name: '@ai-sdk/mcp with a scripted model', program: 'ai-sdk.mjs', claims: true },
];

/** Scenarios that need no tools, resources or prompts of the conformance suite's own server. */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'];

await createCommand('interop mcp', 'Has MCP clients of others bet through the MCP server; runs conformance scenarios.')
  .action(async () => {
    installPackages();
    rmSync(PROGRAMS, { recursive: true, force: true });
    cpSync(path.join(SOURCE_FOLDER, 'mcp'), PROGRAMS, { recursive: true });
    copyFileSync(path.join(PROJECT_ROOT, 'examples', EXAMPLE), path.join(PROGRAMS, EXAMPLE));
    await withStack(
      async (stack) => {
        const server = await McpHttpServer.start(stack.api.url);
        try {
          for (const [index, client] of CLIENTS.entries()) {
            await report(client.name, () => trade(client, `agent_foreign_client_${index}`, { stack, server }));
          }
          for (const scenario of SCENARIOS) {
            await report(`conformance, ${scenario}`, () => conform(scenario, server));
          }
        } finally {
          await server.stop();
        }
      },
      { env: { EXECUTION_DEADLINE_S: String(DEADLINE_S) } },
    );
  })
  .parseAsync();

interface Service {
  readonly stack: Stack;
  readonly server: McpHttpServer;
}

/** Has a client bet, and claim, and compares its transfers on the chain. */
async function trade(client: Client, agentId: string, { stack, server }: Service): Promise<string> {
  const env = { ...client.env, AGENT_ID: agentId, MCP_URL: server.url };
  const { calls, market } = await play(client.program, env);
  if (calls > MAX_CALLS) throw new Error(`${calls} calls to the first bet`);
  const wallet = await readAddress(stack, agentId);
  const { paidIn } = await readChain(stack.rpcUrl, stack.deployment);
  if (paidIn.get(wallet) !== STAKE_BASE_UNITS) throw new Error(`${paidIn.get(wallet) ?? 0} base units paid`);
  if (client.claims !== true) return `bet in ${calls} calls`;
  await callChain(stack.rpcUrl, 'evm_increaseTime', [LIFE_S]);
  await callChain(stack.rpcUrl, 'evm_mine', []);
  await play(client.program, { ...env, MARKET: market });
  const { effectsByRef } = await readChain(stack.rpcUrl, stack.deployment);
  const payouts = [...effectsByRef.values()].flat().filter(({ event }) => event.name === 'PayoutClaimed');
  if (payouts.length !== 1) throw new Error(`${payouts.length} payouts on the chain`);
  return `bet in ${calls} calls, claimed its payout`;
}

async function readAddress(stack: Stack, agentId: string): Promise<string> {
  const api = new ApiClient(sendByFetch(stack.api.url));
  const wallet = await api.call({ method: 'GET', path: `/agent/wallets/${agentId}` });
  return textAt(wallet, 'agent_wallet', 'agent_wallet_address').toLowerCase();
}

/** Runs a client's program. @returns what it prints at the end */
async function play(
  program: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly calls: number; readonly market: string }> {
  const output = await run(process.execPath, [path.join(PROGRAMS, program)], env);
  return parseOwnJson(output.trimEnd().split('\n').at(-1) ?? '');
}

async function conform(scenario: string, { url }: McpHttpServer): Promise<string> {
  const node = newerNode(24); // the suite uses node:fs globSync
  if (!existsSync(node)) return 'left out: no Node 24 for this platform';
  const program = path.join(WORK_FOLDER, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  await run(node, [program, 'server', '--url', url, '--scenario', scenario]);
  return 'passed';
}

/** @throws Error with the output of a program that fails */
async function run(node: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { output, code } = await runNode(node, args, { cwd: PROGRAMS, env });
  if (code !== 0) throw new Error(output);
  return output;
}

async function report(name: string, attempt: () => Promise<string>): Promise<void> {
  const startedMs = performance.now();
  try {
    const result = await attempt();
    console.log(`[mcp] ${name}: ${result} (${((performance.now() - startedMs) / SECONDS).toFixed(1)} s)`);
  } catch (error) {
    console.error(`[mcp] FAILED: ${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
