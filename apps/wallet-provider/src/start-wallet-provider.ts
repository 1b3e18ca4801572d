import { Secret, SystemClock } from '@app/common';
import type { WalletProviderSettings } from '@app/config';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Logger, pino } from 'pino';
import { Chain } from './chain/chain.js';
import { Collateral } from './chain/collateral.js';
import { JsonRpc } from './chain/json-rpc.js';
import { Sequence } from './domain/sequence.js';
import { accountOf } from './engine/account.js';
import { TransactionBook } from './engine/transaction-book.js';
import { TransactionEngine } from './engine/transaction-engine.js';
import { FaultBoard } from './faults/fault-board.js';
import { Balances } from './http/balances.js';
import { Commands } from './http/commands.js';
import { registerControlRoutes } from './http/control.routes.js';
import { entityOperations } from './http/entity.operations.js';
import { faucetOperations } from './http/faucet.js';
import { RateLimit } from './http/rate-limit.js';
import { buildServer } from './http/server.js';
import { transactionOperations } from './http/transaction.operations.js';
import { walletOperations } from './http/wallet.operations.js';
import { loadEntityKey } from './store/entity-key.js';
import { ProviderStore } from './store/provider-store.js';
import { SecretVault } from './store/secret-vault.js';
import { WalletRegistry } from './store/wallet-registry.js';

const LOOPBACK = '127.0.0.1';
const FAUCET_ACCOUNT = 'faucet';

export interface StartOptions {
  readonly log?: Logger;
  /** What the `crash` faults do; the process that is nothing but the provider kills itself. */
  readonly crash?: () => void;
}

export interface RunningWalletProvider {
  /** Without a slash at the end. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Starts the local wallet provider on loopback. Rejects when the chain does not answer, is not the configured one, or the
 * data folder is in use.
 */
export async function startWalletProvider(
  settings: WalletProviderSettings,
  options: StartOptions = {},
): Promise<RunningWalletProvider> {
  const log = options.log ?? pino({ level: 'silent' });
  const clock = new SystemClock();
  const rpc = new JsonRpc(settings.CHAIN_RPC_URL, settings.CHAIN_ID);
  const chain = new Chain(rpc);
  await checkChainId(chain, settings.CHAIN_ID);
  await mkdir(settings.PROVIDER_DATA_DIR, { recursive: true, mode: 0o700 });
  const store = await ProviderStore.open(path.join(settings.PROVIDER_DATA_DIR, 'store'));

  const registry = new WalletRegistry(await loadSeed(store));
  await registry.load(store);
  const book = new TransactionBook(store, clock);
  const closing = new AbortController();
  const faucet = accountOf(FAUCET_ACCOUNT, settings.FAUCET_PRIVATE_KEY.reveal());
  const engine = new TransactionEngine(
    {
      store,
      book,
      chain,
      chainId: settings.CHAIN_ID,
      clock,
      log,
      crash: options.crash ?? refuseToCrash,
      closing: closing.signal,
    },
    (id) => (id === FAUCET_ACCOUNT ? faucet : registry.account(id)),
  );

  const vault = new SecretVault(store, settings.PROVIDER_ENTITY_SECRET, loadEntityKey(settings.PROVIDER_DATA_DIR));
  const collateral = new Collateral(chain, settings.COLLATERAL_ADDRESS);
  const rateLimit = new RateLimit(
    { getsPerSecond: settings.PROVIDER_LIMIT_GETS_PER_S, postsPerSecond: settings.PROVIDER_LIMIT_POSTS_PER_S },
    clock,
  );
  const board = new FaultBoard();
  const shared = { blockchain: settings.PROVIDER_BLOCKCHAIN, clock, sequence: new Sequence(clock) };
  const commands = new Commands(store, vault);
  const app = buildServer({
    knowsKey: async (operation, key) => (await store.findIdempotency(`${operation} ${key}`)) !== undefined,
    apiKey: settings.PROVIDER_API_KEY,
    board,
    log,
    rateLimit,
    operations: [
      ...entityOperations(vault),
      ...walletOperations({ ...shared, balances: new Balances(chain, collateral), commands, registry, store }),
      ...transactionOperations({ ...shared, book, chain, commands, engine, registry, store }),
      ...faucetOperations({ ...shared, account: faucet, collateral, engine }),
    ],
  });
  registerControlRoutes(app, { board, book, rateLimit });

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
      rpc.close();
    },
  };
}

async function checkChainId(chain: Chain, wanted: number): Promise<void> {
  const chainId = await chain.chainId();
  if (chainId !== wanted)
    throw new Error(
      `CHAIN_RPC_URL answers for chain ${chainId}, and the local wallet provider signs for ${wanted} alone`,
    );
}

async function loadSeed(store: ProviderStore): Promise<Secret> {
  const known = await store.findMeta('seed');
  if (known !== undefined) return new Secret(known);
  const seed = randomBytes(32).toString('hex');
  await store.commit([store.put.meta('seed', seed)], { sync: true });
  return new Secret(seed);
}

function refuseToCrash(): void {
  throw new Error('this process is more than the wallet provider, and is not killed by a fault');
}
