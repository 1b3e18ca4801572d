import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { callChain } from '../../../dev/devnet/chain/chain-rpc.js';
import { builtFile, PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
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
/** Recipes for frameworks of others, each run as its user runs it. */
const RECIPES = 'examples/frameworks';
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
  /** Module of Python without which it is left out: packages of Python are not installed here. */
  readonly needs?: string;
  /** Whether it also resolves its market and claims the payout. */
  readonly claims?: boolean;
}

const CLIENTS: readonly Client[] = [
  { name: '@modelcontextprotocol/sdk 1.x', program: 'sdk.mjs' },
  { name: '@modelcontextprotocol/client 2.x, era of 2025', program: 'client.mjs', env: { ERA: 'legacy' } },
  { name: '@modelcontextprotocol/client 2.x, era of 2026', program: 'client.mjs', env: { ERA: '2026-07-28' } },
  { name: 'Inspector CLI', program: 'inspector.mjs' },
  { name: 'LangGraph', program: 'recipe.mjs', env: { RECIPE: 'langgraph-agent.mjs' } },
  { name: 'OpenAI Agents SDK', program: 'recipe.mjs', env: { RECIPE: 'openai-agent.mjs' } },
  { name: 'LangGraph in Python', program: 'recipe.mjs', ...python('langgraph_agent.py', 'langchain_mcp_adapters') },
  { name: 'OpenAI Agents SDK in Python', program: 'recipe.mjs', ...python('openai_agent.py', 'agents') },
  { name: 'CrewAI', program: 'recipe.mjs', ...python('crewai_agent.py', 'crewai') },
  { name: 'ElizaOS', program: 'elizaos.mjs', env: { RECIPE: 'elizaos-character.json', LOG_LEVEL: 'fatal' } },
  // The last one: a claim needs a later time of the chain, at which the other scripts' markets would be closed.
  { name: 'Vercel AI SDK', program: 'recipe.mjs', env: { RECIPE: 'ai-sdk-agent.mjs' }, claims: true },
];

/** Scenarios that need no tools, resources or prompts of the conformance suite's own server. */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'];

await createCommand('interop mcp', 'Has MCP clients of others bet through the MCP server; runs conformance scenarios.')
  .action(async () => {
    installPackages();
    rmSync(PROGRAMS, { recursive: true, force: true });
    cpSync(path.join(SOURCE_FOLDER, 'mcp'), PROGRAMS, { recursive: true });
    cpSync(path.join(PROJECT_ROOT, RECIPES), path.join(PROGRAMS, 'frameworks'), { recursive: true });
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

function python(RECIPE: string, needs: string): Pick<Client, 'env' | 'needs'> {
  return { env: { RECIPE }, needs };
}

interface Service {
  readonly stack: Stack;
  readonly server: McpHttpServer;
}

/** Has a client bet, and claim, and compares its transfers on the chain. */
async function trade(client: Client, agentId: string, { stack, server }: Service): Promise<string> {
  const stdio = { MCP_PROGRAM: builtFile('packages/mcp/src/main.ts'), PRESAGE_URL: stack.api.url };
  const env = { ...client.env, ...stdio, AGENT_ID: agentId, MCP_URL: server.url };
  if (client.needs !== undefined && spawnSync('python3', ['-c', `import ${client.needs}`]).status !== 0) {
    return `left out: this machine has no ${client.needs}`;
  }
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
