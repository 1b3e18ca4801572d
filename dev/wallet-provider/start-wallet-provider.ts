import { EventEmitter } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Clock, JsonRpcClient, SystemClock } from '@app/common';
import type { WalletProviderSettings } from '@app/config';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { Chain } from './chain/chain.js';
import { Account, Accounts } from './engine/account.js';
import { TransactionEngine } from './engine/transaction-engine.js';
import { Balances } from './http/balances.js';
import { Commands } from './http/commands.js';
import { faucetRoutes } from './http/faucet-routes.js';
import { buildServer } from './http/server.js';
import { transactionRoutes } from './http/transaction-routes.js';
import { walletRoutes } from './http/wallet-routes.js';
import { ProviderStore } from './store/provider-store.js';
import { SecretVault } from './store/secret-vault.js';

const LOOPBACK = '127.0.0.1';
const CHAIN_TIMEOUT_MS = 10_000;

/** Parts of a provider that an extension uses. */
export interface ProviderParts {
  readonly blockchain: string;
  readonly clock: Clock;
  readonly engine: TransactionEngine;
  readonly faucet: Account;
  readonly store: ProviderStore;
}

export interface StartOptions {
  readonly log?: Logger;
  /** Adds hooks and routes of tests, before those of the provider. */
  readonly extend?: (app: FastifyInstance, parts: ProviderParts) => void;
  /** Effect of `crashAt` in a script: kills the process, if it runs nothing but the provider. */
  readonly crash?: () => void;
}

export interface RunningWalletProvider {
  /** Base URL without a trailing slash. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts the provider on loopback. @throws Error when the chain does not answer or is not the configured one */
export async function startWalletProvider(
  settings: WalletProviderSettings,
  { log = pino({ level: 'silent' }), extend, crash = refuseToCrash }: StartOptions = {},
): Promise<RunningWalletProvider> {
  const clock = new SystemClock();
  const chain = new Chain(new JsonRpcClient({ url: settings.CHAIN_RPC_URL, timeoutMs: CHAIN_TIMEOUT_MS }));
  await checkChainId(chain, settings.CHAIN_ID);
  await mkdir(settings.PROVIDER_DATA_DIR, { recursive: true, mode: 0o700 });
  const store = await ProviderStore.open(path.join(settings.PROVIDER_DATA_DIR, 'records.jsonl'));
  const faucet = new Account('faucet', settings.FAUCET_PRIVATE_KEY.reveal());
  const accounts = new Accounts(settings.PROVIDER_ENTITY_SECRET, faucet);
  const closing = new AbortController();
  const ends = new EventEmitter().setMaxListeners(0);
  const shared = { accounts, chain, clock, store };
  const engine = new TransactionEngine({
    ...shared,
    chainId: settings.CHAIN_ID,
    ends,
    log,
    crash,
    closing: closing.signal,
  });

  const keyFile = path.join(settings.PROVIDER_DATA_DIR, 'entity-key.pem');
  const vault = new SecretVault(store, settings.PROVIDER_ENTITY_SECRET, keyFile);
  const context = {
    ...shared,
    engine,
    faucet,
    vault,
    balances: new Balances(chain, settings.COLLATERAL_ADDRESS),
    blockchain: settings.PROVIDER_BLOCKCHAIN,
    commands: new Commands(store, vault),
  };
  const app = buildServer(log, settings.PROVIDER_API_KEY);
  extend?.(app, context);
  for (const routes of [walletRoutes, transactionRoutes, faucetRoutes]) void app.register(routes(context));

  await engine.resume();
  const url = await app.listen({ host: LOOPBACK, port: settings.PROVIDER_PORT });
  log.info({ event: 'provider.listening', url });
  return {
    url,
    close: async () => {
      closing.abort();
      await app.close();
      await engine.close();
      store.close();
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

function refuseToCrash(): void {
  throw new Error('a crash needs a process that runs only the wallet provider');
}
