import { execFile } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';
import { fund } from '../../../dev/devnet/chain/deployment.js';
import { BLOCKED_PORTS } from '../../../libs/config/src/blocked-ports.js';
import { portProblem } from '../../../dev/devnet/processes/ports.js';
import { findFreePort } from '../../support/free-ports.js';
import { type ApiAgent, ApiClient, sendByFetch, withHeaders } from '../../../tools/support/api-client.js';
import { parseOwnJson, textAt } from '../../../tools/support/json.js';
import { writeKeystore } from '../../support/keystore-files.js';
import { testRun } from '../../support/test-run.js';
import { Installation } from './installation.js';
import { type Servers, startServers } from './servers.js';
import type { TradedMarket } from './trading-load.js';
import type { Version } from './versions.js';

const MARKET_LIFE_S = 24 * 3_600;
/** A unit's metrics are on its port with a 1 before it. */
const UNIT_PORTS = { from: 2_100, to: 5_400, metrics: 10_000 } as const;
/** Settings that let one machine run the load: the guide's are for the public. */
const API_SETTINGS = { RATE_LIMIT: '0', DATABASE_CONNECT_TIMEOUT_MS: '60000', SHUTDOWN_DELAY_MS: '1500' } as const;
/** Settings of a wallet provider, which a keystore replaces. */
const NO_PROVIDER = {
  PROVIDER_BASE_URL: null,
  PROVIDER_API_KEY: null,
  PROVIDER_ENTITY_SECRET: null,
  PROVIDER_BLOCKCHAIN: null,
} as const;

interface Deployed {
  readonly factory: string;
  readonly collateral: string;
  readonly chainId: number;
  readonly blockNumber: number;
}

/** Instances of the units: two APIs and two workers, so that the other serves while one is replaced. */
export interface Units {
  readonly apis: readonly string[];
  readonly workers: readonly string[];
  readonly webhooks: readonly string[];
}

/** A product that is installed from nothing by the steps of the guides, and the servers that it needs. */
export class InstalledProduct {
  private key = '';

  private constructor(
    readonly installation: Installation,
    readonly servers: Servers,
    readonly units: Units,
  ) {}

  /** Prepares settings and servers, up to the first migration. */
  static async prepare(version: Version): Promise<InstalledProduct> {
    const { folder, runFolder } = testRun();
    const root = path.join(folder, `machine-${randomUUID()}`);
    const installation = new Installation(root, runFolder, { 'presage-worker': ['keystore.conf'] });
    installation.use(version);
    installation.createSettings();
    const { password: redisPassword } = new URL(installation.readSettings('api').QUEUE_URL ?? '');
    const servers = await startServers({ folder: root, redisPassword });
    const units = {
      apis: [await unit('api'), await unit('api')],
      workers: [await unit('worker'), await unit('worker')],
      webhooks: [await unit('webhooks')],
    };
    const product = new InstalledProduct(installation, servers, units);
    product.connectSettings();
    await product.createDatabase();
    return product;
  }

  get apiPorts(): number[] {
    return this.units.apis.map(portOf);
  }

  get apiKey(): string {
    return this.key;
  }

  get instances(): string[] {
    const { apis, workers, webhooks } = this.units;
    return [...apis, ...workers, ...webhooks];
  }

  /** Runs the migrations of the version in use. */
  async migrate(): Promise<void> {
    const migrated = await this.installation.run('presage-migrate');
    expect(migrated).toMatchObject({ code: 0, output: expect.stringContaining('the schema is up to date') });
  }

  /** Creates a keystore, deploys the contracts with its treasury, and enters both into the settings. */
  async deployContracts(): Promise<void> {
    const { installation, servers } = this;
    const keystore = await writeKeystore();
    installation.addFile('keystore.json', keystore.file);
    installation.addFile('passphrase', keystore.passphraseFile);
    await fund(servers.rpcUrl, keystore.tankKey);
    const keyFile = installation.path('deployer.key');
    writeFileSync(keyFile, keystore.tankKey.reveal(), { mode: 0o600 });
    const command = ['dist/libs/chain/src/contracts/deploy-cli.js', '--rpc-url', servers.rpcUrl, '--key-file', keyFile];
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: installation.path('/opt/presage') });
    const { factory, collateral, chainId, blockNumber } = parseOwnJson<Deployed>(stdout);
    installation.changeSettings('chain', {
      ...{ CHAIN_RPC_URL: servers.rpcUrl, CHAIN_ID: String(chainId) },
      ...{ FACTORY_ADDRESS: factory, COLLATERAL_ADDRESS: collateral },
    });
    installation.changeSettings('worker', {
      ...NO_PROVIDER,
      ...{ KEYSTORE_FAUCET_AMOUNT: '1000', INDEX_START_BLOCK: String(blockNumber) },
    });
  }

  /** Creates the first account, and keeps its key. */
  async createAccount(): Promise<void> {
    const { output } = await this.installation.ops('accounts', 'init');
    [this.key = ''] = /presage_\S+/.exec(output) ?? [];
    expect(this.key).not.toBe('');
  }

  /** Returns an agent with a wallet and funds. */
  setUpAgent(agentId: string): Promise<ApiAgent> {
    return this.client().setUpAgent(agentId);
  }

  /** Creates a market on chain. */
  async createMarket(resolver: ApiAgent): Promise<TradedMarket> {
    const market_id = randomUUID();
    const client = this.client();
    const intentId = await client.createConfirmedIntent(resolver, 'create_market', {
      ...{ market_id, question: 'Is this upgrade visible?', resolver: resolver.address },
      close_timestamp: String(Math.floor(Date.now() / 1_000) + MARKET_LIFE_S),
      collateral_token: this.installation.readSettings('chain').COLLATERAL_ADDRESS,
    });
    const { body } = await client.executeIntent(intentId);
    return { market_id, market_contract_address: textAt(body, 'execution', 'market_contract_address') };
  }

  client(): ApiClient {
    const send = sendByFetch(`http://127.0.0.1:${this.apiPorts[0]}`);
    return new ApiClient(withHeaders(send, { authorization: `Bearer ${this.key}` }));
  }

  /** Version that each process states in its health and in its metrics. */
  async readVersions(): Promise<string[]> {
    return Promise.all(
      this.instances.map(async (name) => {
        const port = portOf(name);
        const read = async (url: string): Promise<string> => (await fetch(url)).text();
        const { version } = parseOwnJson<{ version: string }>(await read(`http://127.0.0.1:${port}/health`));
        const metrics = await read(`http://127.0.0.1:${UNIT_PORTS.metrics + port}/metrics`);
        expect(metrics).toContain(`presage_build_info{version="${version}"} 1`);
        return version;
      }),
    );
  }

  async stop(): Promise<void> {
    await this.installation.stopAll();
    await this.servers.stop();
  }

  private connectSettings(): void {
    const { installation, servers } = this;
    for (const program of ['api', 'worker', 'webhooks', 'ops', 'migrate']) {
      const moved = Object.entries(installation.readSettings(program))
        .map(([name, value]): [string, string | null] => [name, this.moveAddress(value)])
        .filter(([name]) => ['DATABASE_URL', 'QUEUE_URL'].includes(name))
        .map(([name, value]): [string, string | null] => [
          name,
          name === 'QUEUE_URL' && servers.redisPort === null ? null : value,
        ]);
      installation.changeSettings(program, Object.fromEntries(moved));
    }
    installation.changeSettings('api', API_SETTINGS);
  }

  /** The servers of a test have other ports than the examples. */
  private moveAddress(value: string): string {
    const { postgresPort, redisPort } = this.servers;
    return value
      .replace('127.0.0.1:5432', `127.0.0.1:${postgresPort}`)
      .replace('127.0.0.1:6379', `127.0.0.1:${redisPort}`);
  }

  /** Creates the role that may create roles, and its database. */
  private async createDatabase(): Promise<void> {
    const { username, password, pathname } = new URL(this.installation.readSettings('migrate').DATABASE_URL ?? '');
    await this.servers.administer(`CREATE ROLE ${username} LOGIN CREATEROLE PASSWORD '${password}'`);
    await this.servers.administer(`CREATE DATABASE ${pathname.slice(1)} OWNER ${username}`);
  }
}

/** Name of an instance on a free port. */
async function unit(program: string): Promise<string> {
  for (;;) {
    const port = await findFreePort(() => randomInt(UNIT_PORTS.from, UNIT_PORTS.to));
    const isUsable = !BLOCKED_PORTS.has(port) && (await portProblem(UNIT_PORTS.metrics + port)) === null;
    if (isUsable) return `presage-${program}@${port}`;
  }
}

function portOf(instance: string): number {
  return Number(instance.split('@')[1]);
}
