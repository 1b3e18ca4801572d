import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { JsonRpcClient, Secret, SystemClock } from '@app/common';
import type { WalletProviderSettings } from '@app/config';
import { type Logger, pino } from 'pino';
import { Chain } from './chain/chain.js';
import { Collateral } from './chain/collateral.js';
import { Sequence } from './domain/sequence.js';
import { accountOf } from './engine/account.js';
import { TransactionEngine } from './engine/transaction-engine.js';
import { TransactionRegistry } from './engine/transaction-registry.js';
import { FaultRules } from './faults/fault-rules.js';
import { Balances } from './http/balances.js';
import { Commands } from './http/commands.js';
import { controlRoutes } from './http/control-routes.js';
import { entityRoutes } from './http/entity-routes.js';
import { faucetRoutes } from './http/faucet-routes.js';
import { operationHooks } from './http/operation-hooks.js';
import { RateLimit } from './http/rate-limit.js';
import { buildServer } from './http/server.js';
import { transactionRoutes } from './http/transaction-routes.js';
import { walletRoutes } from './http/wallet-routes.js';
import { loadEntityKey } from './store/entity-key.js';
import { ProviderStore } from './store/provider-store.js';
import { SecretVault } from './store/secret-vault.js';
import { WalletRegistry } from './store/wallet-registry.js';

const LOOPBACK = '127.0.0.1';
const CHAIN_TIMEOUT_MS = 10_000;

export interface StartOptions {
  readonly log?: Logger;
  /** Effect of the `crash` faults: kills the process, if it runs nothing but the provider. */
  readonly crash?: () => void;
}

export interface RunningWalletProvider {
  /** Base URL without a trailing slash. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Starts the local wallet provider on loopback.
 * @throws Error when the chain does not answer or is not the configured one, or when the data folder is in use
 */
export async function startWalletProvider(
  settings: WalletProviderSettings,
  { log = pino({ level: 'silent' }), crash = refuseToCrash }: StartOptions = {},
): Promise<RunningWalletProvider> {
  const clock = new SystemClock();
  const chain = new Chain(new JsonRpcClient({ url: settings.CHAIN_RPC_URL, timeoutMs: CHAIN_TIMEOUT_MS }));
  await checkChainId(chain, settings.CHAIN_ID);
  await mkdir(settings.PROVIDER_DATA_DIR, { recursive: true, mode: 0o700 });
  const store = await ProviderStore.open(path.join(settings.PROVIDER_DATA_DIR, 'store'));

  const registry = new WalletRegistry(await loadSeed(store));
  await registry.load(store);
  const transactions = new TransactionRegistry(store, clock);
  const closing = new AbortController();
  const faucet = accountOf('faucet', settings.FAUCET_PRIVATE_KEY.reveal());
  const engine = new TransactionEngine(
    { store, transactions, chain, chainId: settings.CHAIN_ID, clock, faucet, log, crash, closing: closing.signal },
    (id) => (id === faucet.id ? faucet : registry.account(id)),
  );

  const vault = new SecretVault(store, settings.PROVIDER_ENTITY_SECRET, loadEntityKey(settings.PROVIDER_DATA_DIR));
  const collateral = new Collateral(chain, settings.COLLATERAL_ADDRESS);
  const rateLimit = new RateLimit(
    { getsPerSecond: settings.PROVIDER_LIMIT_GETS_PER_S, postsPerSecond: settings.PROVIDER_LIMIT_POSTS_PER_S },
    clock,
  );
  const faultRules = new FaultRules();
  const hooks = operationHooks({
    apiKey: settings.PROVIDER_API_KEY,
    faultRules,
    rateLimit,
    isKnownKey: async (operation, key) => (await store.findIdempotency(`${operation} ${key}`)) !== undefined,
  });
  const commands = new Commands(store, vault);
  const shared = { blockchain: settings.PROVIDER_BLOCKCHAIN, clock, sequence: new Sequence(clock) };
  const balances = new Balances(chain, collateral);
  const app = buildServer(log, [
    entityRoutes(vault, hooks),
    walletRoutes({ ...shared, balances, commands, registry, store }, hooks),
    transactionRoutes({ ...shared, chain, commands, engine, registry, store, transactions }, hooks),
    faucetRoutes({ ...shared, account: faucet, collateral, engine }, hooks),
    controlRoutes({ faultRules, rateLimit, transactions }),
  ]);

  await engine.resume();
  const url = await app.listen({ host: LOOPBACK, port: settings.PROVIDER_PORT });
  log.info({ event: 'provider.listening', url });
  return {
    url,
    close: async () => {
      closing.abort();
      await app.close();
      await engine.close();
      await store.close();
    },
  };
}

async function checkChainId(chain: Chain, expected: number): Promise<void> {
  const chainId = await chain.chainId();
  if (chainId !== expected) {
    throw new Error(
      `CHAIN_RPC_URL answers for chain ${chainId}, and the local wallet provider signs only for ${expected}`,
    );
  }
}

async function loadSeed(store: ProviderStore): Promise<Secret> {
  const stored = await store.findMeta('seed');
  if (stored !== undefined) return new Secret(stored);
  const seed = randomBytes(32).toString('hex');
  await store.commit([store.put.meta('seed', seed)], { sync: true });
  return new Secret(seed);
}

function refuseToCrash(): void {
  throw new Error('a crash fault needs a process that runs only the wallet provider');
}
