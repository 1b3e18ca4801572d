import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Presage } from '@presage/sdk';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import { packPackages } from '../../../tools/support/pack-packages.js';
import type { AgentClient } from '../../e2e/support/agent-client.js';
import { useProduct } from '../../e2e/support/product.js';

const CHECKED = `
import { Presage, PresageError, type Outcome } from '@presage/sdk';
const presage = new Presage({ baseUrl: 'http://127.0.0.1:1' });
export async function bet(): Promise<Outcome['status'] | string> {
  try {
    const market = await presage.findMarket('one');
    const { status } = await presage.act({
      purpose: 'p', agent_id: 'agent_alice_01', action: 'buy_yes', amount: '5',
      market_id: market.onchain?.market_id ?? '', market_contract_address: market.onchain?.market_contract_address ?? '',
    });
    // @ts-expect-error a bet needs an amount
    void presage.act({ purpose: 'p', agent_id: 'a', action: 'buy_no', market_id: 'm', market_contract_address: '0x' });
    return status;
  } catch (error) {
    return error instanceof PresageError ? error.code : 'other';
  }
}
`;

interface Result {
  readonly status: number | null;
  readonly output: string;
}

describe('the packed packages, installed in an empty folder', () => {
  const product = useProduct();
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'presage-packages-'));
    const tarballs = packPackages(folder);
    expect(tarballs).toHaveLength(3);
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
    expect(execute('npm', ['install', ...flags, ...tarballs], folder)).toMatchObject({ status: 0 });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('run the snippets of the README of the SDK, twice with the same outcome', async () => {
    const [act = '', read = ''] = readBlocks('packages/sdk/README.md', 'js');
    writeFileSync(path.join(folder, 'act.js'), act);
    writeFileSync(path.join(folder, 'read.js'), read);
    const first = await inFolder(process.execPath, ['act.js']);
    expect(first).toEqual({ status: 0, output: expect.stringMatching(/^executed 0x[\da-f]{64}\n$/) });
    expect(await inFolder(process.execPath, ['act.js'])).toEqual(first);
    expect((await inFolder(process.execPath, ['read.js'])).output).toContain('-12-31T12:00:00');
  });

  it('compile in strict TypeScript, declarations included', () => {
    writeFileSync(path.join(folder, 'bet.ts'), CHECKED);
    const options = ['--strict', '--noEmit', '--target', 'es2023', '--module', 'nodenext', '--lib', 'es2023,dom'];
    const compiler = path.join(PROJECT_ROOT, 'node_modules/typescript/bin/tsc');
    expect(execute(process.execPath, [compiler, ...options, 'bet.ts'], folder)).toEqual({ status: 0, output: '' });
  });

  it('run the commands of the README of the command line', async () => {
    const [commands = ''] = readBlocks('packages/cli/README.md', 'bash');
    const script = commands.replace('http://127.0.0.1:4000', product.stack.api.url);
    const { status, output } = await inFolder('bash', ['-euc', `PATH=$PWD/node_modules/.bin:$PATH\n${script}`]);
    expect({ status, output }).toMatchObject({ status: 0, output: expect.stringContaining('"amount":"995"') });
  });

  it('run the snippet of the README, twice with the same outcome', async () => {
    const [commands = ''] = readBlocks('README.md', 'sh').filter((block) => block.includes('agent setup'));
    const [, setup = ''] = /presage -- (--agent \S+ agent setup)/.exec(commands) ?? [];
    expect(await inFolder('node_modules/.bin/presage', setup.split(' '))).toMatchObject({ status: 0 });
    const [snippet = ''] = readBlocks('README.md', 'js');
    writeFileSync(path.join(folder, 'bet.js'), snippet.replace('http://127.0.0.1:4000', product.stack.api.url));
    const first = await inFolder(process.execPath, ['bet.js']);
    expect(first).toEqual({ status: 0, output: expect.stringMatching(/^executed 0x[\da-f]{64}\n$/) });
    expect(await inFolder(process.execPath, ['bet.js'])).toEqual(first);
  });

  it('end quietly when the reader of the output has left', async () => {
    const script = 'node_modules/.bin/presage --help | true; echo "${PIPESTATUS[0]}"';
    expect(await inFolder('bash', ['-c', script])).toEqual({ status: 0, output: '0\n' });
  });

  it('run the example agent, which bets once for each market', async () => {
    const presage = new Presage({ baseUrl: product.stack.api.url });
    const [creator] = await product.fundedAgents('agent_example_creator');
    await presage.act({
      ...{ purpose: 'open', agent_id: creator?.agentId ?? '', action: 'create_market', market_id: 'example' },
      ...{ question: 'Will the example run?', close_timestamp: new Date(Date.now() + 365 * 86_400_000).toISOString() },
    });
    copyFileSync(path.join(PROJECT_ROOT, 'examples/sdk-agent.mjs'), path.join(folder, 'agent.mjs'));
    const bets = /^yes on \S+ executed 0x[\da-f]{64}\n$/;
    expect(await inFolder(process.execPath, ['agent.mjs'])).toEqual({ status: 0, output: expect.stringMatching(bets) });
    expect(await inFolder(process.execPath, ['agent.mjs'])).toEqual({ status: 0, output: '' });
  });

  it('end the examples with one line while no service listens', async () => {
    copyFileSync(path.join(PROJECT_ROOT, 'examples/sdk-agent.mjs'), path.join(folder, 'agent.mjs'));
    copyFileSync(path.join(PROJECT_ROOT, 'examples/market-maker.mjs'), path.join(folder, 'maker.mjs'));
    const url = 'http://127.0.0.1:2';
    const output = expect.stringMatching(new RegExp(`^no_answer The service at ${url} did not answer\\..*\n$`));
    for (const words of [['agent.mjs'], ['maker.mjs', '0x1', '0.7']]) {
      expect(await inFolder(process.execPath, words, url)).toEqual({ status: 1, output });
    }
  });

  it('run the example market maker, whose wallets hold the odds at its estimate', async () => {
    const presage = new Presage({ baseUrl: product.stack.api.url });
    const [outsider] = (await product.fundedAgents('agent_outsider_01')) as [AgentClient];
    const market = await product.createMarket(outsider, 'to-be-made');
    const { market_contract_address: address } = market;
    const copy = path.join(folder, 'maker.mjs');
    copyFileSync(path.join(PROJECT_ROOT, 'examples/market-maker.mjs'), copy);
    const make = (): Promise<Result> => inFolder(process.execPath, [copy, address, '0.7']);
    const pools = async (): Promise<unknown> => {
      const { onchain } = await presage.findMarket(address);
      return { yes: onchain?.yes_pool, no: onchain?.no_pool };
    };
    const stakes = /^(agent_maker_\d buy_\w+ \S+ executed\n){6}$/;
    expect(await make()).toEqual({ status: 0, output: expect.stringMatching(stakes) });
    expect(await pools()).toEqual({ yes: '21', no: '9' });
    expect(await make()).toEqual({ status: 0, output: '' });

    expect(await outsider.run('buy_no', { ...market, amount: '9' })).toMatchObject({ status: 200 });
    expect(await make()).toEqual({
      status: 0,
      output: expect.stringMatching(/^(agent_maker_\d buy_yes 7\.\d+ executed\n){3}$/),
    });
    expect(await pools()).toEqual({ yes: '42', no: '18' });
  });

  it('have one version, which their programs print', () => {
    const { version } = JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'packages/sdk/package.json'), 'utf8')) as {
      version: string;
    };
    for (const program of ['presage', 'presage-mcp']) {
      const result = execute(`node_modules/.bin/${program}`, ['--version'], folder);
      expect({ program, ...result }).toEqual({ program, status: 0, output: `${version}\n` });
    }
  });

  /** Runs a program beside the product without blocking it. */
  function inFolder(command: string, args: readonly string[], url = product.stack.api.url): Promise<Result> {
    const env = { ...process.env, PRESAGE_URL: url };
    const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
    return new Promise((resolve, reject) => {
      child.once('error', reject).once('close', (status) => resolve({ status, output }));
    });
  }
});

function execute(command: string, args: readonly string[], cwd: string): Result {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

function readBlocks(file: string, language: string): string[] {
  const text = readFileSync(path.join(PROJECT_ROOT, file), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block = '']) => block);
}
