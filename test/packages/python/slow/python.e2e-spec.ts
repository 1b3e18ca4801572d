import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Presage } from '@presage/sdk';
import { PROJECT_ROOT } from '../../../../dev/devnet/project-root.js';
import { project } from '../../../../packages/mcp/src/schema.js';
import { TOOLS } from '../../../../packages/mcp/src/tools/index.js';
import { exampleAgent } from '../../../e2e/product/example-agent.js';
import type { AgentClient } from '../../../e2e/support/agent-client.js';
import { type Kill, KillingProxy } from '../../../e2e/support/killing-proxy.js';
import { useProduct } from '../../../e2e/support/product.js';
import { startStack } from '../../../support/index.js';
import { getPython } from '../../../support/python.js';

const PACKAGE = path.join(PROJECT_ROOT, 'packages/python');
const SDK_EXAMPLE = path.join(PROJECT_ROOT, 'examples/sdk_agent.py');
/** Longest program of the example from nothing to a buy. */
const MAX_LINES = 25;

/** Trades through the tools, then reads. */
const TOOL_CALLS = `import json, os, sys
from presage_sdk import Presage
schemas, call = Presage(os.environ["PRESAGE_URL"]).tools()
agent_id, market, reads = sys.argv[1:]
call("setup_agent", {"agent_id": agent_id})
bet = {"agent_id": agent_id, "action": "buy_yes", "purpose": "tools", "market": market, "amount": "5"}
preview = json.loads(call("preview_action", json.dumps(bet)))
print(call(preview["next"]["tool"], preview["next"]["arguments"]))
for name, given in json.loads(reads):
    print(call(name, given))
`;

interface Result {
  readonly status: number | null;
  readonly output: string;
}

describe('the wheel, built without the network and installed in an empty virtual environment', () => {
  // Longer than the chain's clock is put forward.
  const product = useProduct(() => startStack({ env: { EXECUTION_DEADLINE_S: '7200' } }));
  const python = getPython();
  let folder: string;
  let installed: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'presage-python-'));
    expect(execute(python, ['-I', path.join(PACKAGE, 'build_backend.py'), folder])).toMatchObject({ status: 0 });
    const wheel = path.join(folder, `presage_sdk-${readVersion()}-py3-none-any.whl`);
    installed = path.join(folder, 'environment/bin/python');
    if (execute(python, ['-m', 'venv', path.join(folder, 'environment')]).status === 0) {
      const options = ['--no-index', '--no-deps', '--quiet', '--disable-pip-version-check'];
      expect(execute(installed, ['-m', 'pip', 'install', ...options, wheel])).toMatchObject({ status: 0 });
      return;
    }
    // Debian leaves out ensurepip: the wheel is unpacked, which is all that its installation does.
    expect(execute(python, ['-m', 'venv', '--without-pip', path.join(folder, 'environment')])).toMatchObject({
      status: 0,
    });
    const { output } = execute(installed, ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))']);
    expect(execute(python, ['-m', 'zipfile', '-e', wheel, output.trim()])).toMatchObject({ status: 0 });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is typed, needs no other package, and has the version of the product', () => {
    const program = `import importlib.metadata as m, importlib.resources as r, presage_sdk as p
print(m.version("presage-sdk"), p.__version__, m.requires("presage-sdk"), (r.files(p) / "py.typed").is_file())`;
    const version = readVersion();
    expect(execute(installed, ['-c', program])).toEqual({ status: 0, output: `${version} ${version} None True\n` });
  });

  it('runs the README, twice with the same outcome', async () => {
    const readme = readFileSync(path.join(PACKAGE, 'README.md'), 'utf8');
    const [act = '', read = ''] = [...readme.matchAll(/^```python\n(.*?)^```$/gms)].map(([, block = '']) => block);
    writeFileSync(path.join(folder, 'act.py'), act);
    writeFileSync(path.join(folder, 'read.py'), read);
    const first = await run([path.join(folder, 'act.py')]);
    expect(first).toEqual({ status: 0, output: expect.stringMatching(/^executed 0x[\da-f]{64}\n$/) });
    expect(await run([path.join(folder, 'act.py')])).toEqual(first);
    const { output } = await run([path.join(folder, 'read.py')]);
    expect(output).toContain('-12-31T12:00:00');
    expect(output).toMatch(/^\d+ execution\.executed$/m);
  });

  it(`runs an agent of at most ${MAX_LINES} lines that buys once, at whichever of its calls it is killed`, async () => {
    expect(readFileSync(SDK_EXAMPLE, 'utf8').split('\n').length - 1).toBeLessThanOrEqual(MAX_LINES);
    const agent = 'agent_py_kills_1';
    const whole = await runThrough(null, agent);
    expect(whole.output).toMatch(/^executed 0x[\da-f]{64}\n$/);
    expect(whole.calls).toBeGreaterThan(4);
    for (let call = 1; call <= whole.calls; call++) {
      for (const moment of ['before it arrives', 'before its answer'] as const) {
        const killed = `agent_py_killed_${call}_${moment.length}`;
        await runThrough({ call, moment }, killed);
        const { output } = await runThrough(null, killed);
        expect({ call, moment, output }).toEqual({ call, moment, output: expect.stringMatching(/^executed 0x/) });
        const presage = new Presage({ baseUrl: product.stack.api.url });
        const { activity } = await presage.request('listActivity', { path: { agent_id: killed } });
        const executed = activity.items.filter(({ type }) => type === 'execution').map(({ action }) => action);
        expect(executed.toSorted()).toEqual(['buy_yes', 'create_market']);
      }
    }
  });

  it('gives a model the tools of the MCP server, with the same answers', async () => {
    const agent = product.agent('agent_py_tools');
    const [creator] = (await product.fundedAgents('agent_py_creator')) as [AgentClient];
    const { market_contract_address: market } = await product.createMarket(creator, 'for-the-tools');
    const { agentId: agent_id } = agent;
    writeFileSync(path.join(folder, 'tools.py'), TOOL_CALLS);
    const reads: readonly (readonly [tool: string, given: object])[] = [
      ['find_markets', { limit: 3 }],
      ['get_market', { market }],
      ['quote_bet', { market, outcome: 'NO', amount: '5' }],
      ['get_budget', { agent_id }],
      ['get_briefing', { agent_id, since: 0 }],
    ];
    const { output } = await run([path.join(folder, 'tools.py'), agent_id, market, JSON.stringify(reads)]);
    const [executed = '', ...lines] = output.trim().split('\n');
    expect(executed).toContain('"outcome":"executed","repeat":"never"');
    const presage = new Presage({ baseUrl: product.stack.api.url });
    const context = { presage, signal: new AbortController().signal, progress: () => undefined };
    const withoutBlock = (text: string): unknown => JSON.parse(text.replace(/"as_of_block":\d+/, '"as_of_block":0'));
    for (const [index, [name, given]] of reads.entries()) {
      const tool = TOOLS.find((one) => one.name === name);
      const answer = JSON.stringify(project(tool?.output ?? {}, await tool?.run(given as never, context)));
      expect({ name, answer: withoutBlock(lines[index] ?? '') }).toEqual({ name, answer: withoutBlock(answer) });
    }
  });

  it('ends the examples with one line while no service listens', async () => {
    const none = { PRESAGE_URL: 'http://127.0.0.1:2' };
    expect(await run([SDK_EXAMPLE], none)).toEqual({
      status: 1,
      output: expect.stringMatching(/^no_answer The service at http:\/\/127\.0\.0\.1:2 did not answer\..*\n$/),
    });
  });

  exampleAgent(product, { kills: false, command: [python, path.join(PROJECT_ROOT, 'examples/agent.py')] });

  /** Runs a program beside the product without blocking it. */
  function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Result> {
    const child = spawn(installed, args, {
      ...{ cwd: folder, env: { PRESAGE_URL: product.stack.api.url, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)));
    return new Promise((resolve, reject) => {
      child.once('error', reject).once('close', (status) => resolve({ status, output }));
    });
  }

  async function runThrough(kill: Kill | null, agent: string): Promise<Result & { calls: number }> {
    const proxy = await KillingProxy.open(product.stack.api.url, kill);
    const env = { PRESAGE_URL: proxy.url, PRESAGE_AGENT: agent };
    const child = spawn(installed, [SDK_EXAMPLE], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    proxy.onKill = () => child.kill('SIGKILL');
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
    const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
    await proxy.close();
    return { status, output, calls: proxy.calls };
  }
});

function execute(command: string, args: readonly string[]): Result {
  // Away from the network: no index, and a proxy that does not exist.
  const env = { PATH: process.env.PATH ?? '', PIP_NO_INDEX: '1', HTTPS_PROXY: 'http://127.0.0.1:2' };
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env });
  return { status, output: stdout + stderr };
}

function readVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8'));
  return version;
}
