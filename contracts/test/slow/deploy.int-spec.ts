import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deployContracts, type Deployment, isDeployed } from '@app/chain';
import { Secret } from '@app/common';
import type { Environment } from '@app/config';
import { writeKeystore } from '../../../test/support/stack/keystore-files.js';
import { runDeployCommand } from '../../../libs/chain/src/contracts/deploy-command.js';
import { ACCOUNTS, CHAIN_ID, FIRST_ACCOUNT_KEY, startAnvil, type Anvil } from '../../testing/anvil.js';
import { Chain, view } from '../../testing/chain.js';

const deployerKey = new Secret(FIRST_ACCOUNT_KEY);
const POOR_KEY = `0x${'5'.repeat(64)}`;

describe('deployment', () => {
  let anvil: Anvil;
  let chain: Chain;
  beforeAll(async () => {
    anvil = await startAnvil();
    chain = new Chain(anvil.url);
  });
  afterAll(() => anvil.stop());

  it('deploys a factory and a test token and returns their addresses and block', async () => {
    const deployment = await deployContracts({ rpcUrl: anvil.url, deployerKey, chainId: CHAIN_ID });
    const block = Number(await chain.rpc<string>('eth_blockNumber', []));
    expect(deployment).toMatchObject({ chainId: CHAIN_ID, deployer: ACCOUNTS[0], blockNumber: block });
    const token = ['token', deployment.collateral] as const;
    const values = await chain.readAll([
      view(['factory', deployment.factory], 'collateralToken', []),
      view(['factory', deployment.factory], 'marketCount', []),
      view(token, 'decimals', []),
      view(token, 'owner', []),
    ]);
    expect(values).toEqual([deployment.collateral, 0n, 6n, ACCOUNTS[0]]);
    expect(await isDeployed(anvil.url, deployment)).toBe(true);
  });

  it('uses an existing collateral token', async () => {
    const first = await deployContracts({ rpcUrl: anvil.url, deployerKey });
    const collateral = first.collateral.toLowerCase();
    const second = await deployContracts({ rpcUrl: anvil.url, deployerKey, collateral });
    expect(second.collateral).toBe(first.collateral);
    expect(second.factory).not.toBe(first.factory);
  });

  it('rejects a deployment on another chain, with other code or without code', async () => {
    const deployment = await deployContracts({ rpcUrl: anvil.url, deployerKey });
    const others: Partial<Deployment>[] = [
      { chainId: 1 },
      { codeHash: `0x${'00'.repeat(32)}` },
      { factory: ACCOUNTS[1] },
      { collateral: deployment.factory },
    ];
    for (const other of others) expect(await isDeployed(anvil.url, { ...deployment, ...other })).toBe(false);
  });

  it.each([
    ['the wrong chain', { chainId: 1 }, 'the node is on chain 31999, not on chain 1'],
    ['a deployer without funds', { deployerKey: new Secret(POOR_KEY) }, 'holds 0.0 and needs up to'],
    ['an invalid private key', { deployerKey: new Secret('swordfish') }, 'not a private key'],
    ['collateral that is not an address', { collateral: '0x12' }, 'the collateral is not an address'],
    ['collateral that is not a token', { collateral: ACCOUNTS[1] }, 'no ERC-20 token answers at'],
    ['an unreachable node', { rpcUrl: 'http://127.0.0.1:1' }, 'no JSON-RPC node answers at the RPC URL'],
  ])('refuses %s', async (_, change, message) => {
    const refused = deployContracts({ rpcUrl: anvil.url, deployerKey, ...change });
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toMatchObject({ name: 'DeployError' });
    await expect(refused).rejects.not.toThrow('swordfish');
  });

  it('refuses a server that does not speak JSON-RPC', async () => {
    const server: Server = createServer((_, response) => response.end('{"hello":"world"}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const rpcUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(deployContracts({ rpcUrl, deployerKey })).rejects.toThrow('no JSON-RPC node answers at the RPC URL');
    server.close();
  });

  describe('contracts:deploy', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'presage-deploy-'));
    const keyFile = path.join(folder, 'key');
    writeFileSync(keyFile, `${FIRST_ACCOUNT_KEY}\n`, { mode: 0o600 });
    afterAll(() => rmSync(folder, { recursive: true }));

    async function run(
      argv: readonly string[],
      stdin = '',
      env: Environment = {},
    ): Promise<{ code: number; out: string; err: string }> {
      let [out, err] = ['', ''];
      const input = new Blob([stdin]).stream() as unknown as AsyncIterable<Uint8Array>;
      const code = await runDeployCommand(argv, {
        input,
        out: (text) => (out += text),
        err: (text) => (err += text),
        env,
      });
      return { code, out, err };
    }

    it('prints the deployment as JSON and the settings to copy', async () => {
      const { code, out, err } = await run(['--rpc-url', anvil.url, '--key-file', keyFile, '--chain-id', '31999']);
      expect(code).toBe(0);
      const deployment = JSON.parse(out) as Deployment;
      expect(await isDeployed(anvil.url, deployment)).toBe(true);
      expect(err.split('\n')).toEqual([
        `CHAIN_RPC_URL=${anvil.url}`,
        'CHAIN_ID=31999',
        `FACTORY_ADDRESS=${deployment.factory}`,
        `COLLATERAL_ADDRESS=${deployment.collateral}`,
        `INDEX_START_BLOCK=${deployment.blockNumber}`,
        '',
      ]);
    });

    it('reads the key from standard input', async () => {
      const { code, out } = await run(['--rpc-url', anvil.url, '--key-file', '-'], `${FIRST_ACCOUNT_KEY}\n`);
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ deployer: ACCOUNTS[0] });
    });

    it('opens the keystore and the node that files name, and prints neither key nor URL', async () => {
      const { file, passphraseFile, treasuryAddress, tankKey } = await writeKeystore({ folder });
      await chain.rpc('anvil_setBalance', [treasuryAddress, '0x8ac7230489e80000']);
      const urlFile = path.join(folder, 'url');
      writeFileSync(urlFile, `${anvil.url}\n`);
      const env = { KEYSTORE_FILE: file, KEYSTORE_PASSPHRASE_FILE: passphraseFile, CHAIN_RPC_URL_FILE: urlFile };
      const { code, out, err } = await run([], '', env);
      expect({ code, deployer: (JSON.parse(out) as Deployment).deployer.toLowerCase() }).toEqual({
        code: 0,
        deployer: treasuryAddress,
      });
      expect(out + err).not.toContain(anvil.url);
      expect(out + err).not.toContain(tankKey.reveal().slice(2));
      expect(await run([], '', { ...env, KEYSTORE_PASSPHRASE_FILE: urlFile })).toMatchObject({
        code: 1,
        err: 'not deployed: the keystore does not open with this passphrase\n',
      });
    });

    it('exits with 1 and the reason when the chain is refused', async () => {
      const { code, out, err } = await run(['--rpc-url', anvil.url, '--key-file', keyFile, '--chain-id', '1']);
      expect({ code, out, err }).toEqual({
        code: 1,
        out: '',
        err: 'not deployed: the node is on chain 31999, not on chain 1\n',
      });
    });

    it.each([
      [[], 'CHAIN_RPC_URL is required'],
      [['--rpc-url', 'here'], '--rpc-url must be a URL'],
      [['--rpc-url', 'http://127.0.0.1:1'], 'set --key-file, or KEYSTORE_FILE and KEYSTORE_PASSPHRASE_FILE'],
      [['--rpc-url', 'http://127.0.0.1:1', '--key-file', '/nowhere/key'], '/nowhere/key cannot be read'],
      [['--rpc-url', 'http://127.0.0.1:1', '--key-file', keyFile, '--chain-id', 'one'], '--chain-id must be'],
      [['--rpc-url', 'http://127.0.0.1:1', '--key-file', '-', '--fast'], 'unknown option'],
      [['--rpc-url', 'http://127.0.0.1:1', '--key-file', '-', 'stray'], 'too many arguments'],
    ])('exits with 2 and the usage for arguments %j', async (argv, message) => {
      const { code, err } = await run(argv);
      expect(code).toBe(2);
      expect(err).toContain(message);
      expect(err).toContain('npm run contracts:deploy');
    });

    it('prints its usage with --help', async () => {
      expect(await run(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('--key-file') as string });
    });
  });
});
