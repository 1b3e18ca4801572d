import { type DynamicModule, Global, Module } from '@nestjs/common';
import { EXECUTION_CHAIN, toBaseUnits } from '@app/common';
import type { WorkerSettings } from '@app/config';
import { Custody, Faucet, WalletDirectory } from '@app/engine';
import { Logger, Metrics, UpstreamCalls } from '@app/observability';
import { Database } from '@app/persistence';
import type { ConfiguredCustody, EncryptedKeystore, ProviderCredentials } from './configured-custody.js';
import { HttpCustody } from './http-custody.js';
import { HttpFaucet } from './http-faucet.js';
import { HttpWalletDirectory } from './http-wallet-directory.js';
import { KeystoreCustody } from './keystore/keystore-custody.js';
import { KeystoreDirectory } from './keystore/keystore-directory.js';
import { KeystoreNode } from './keystore/keystore-node.js';
import { Keystore } from './keystore/keystore.js';
import { Treasury } from './keystore/treasury.js';
import { TreasuryTransfersRepository } from './keystore/treasury-transfers.repository.js';
import { ProviderClient } from './provider-client.js';
import { TreasurySweeper } from './treasury-sweeper.js';

interface Ports {
  custody: Custody;
  directory: WalletDirectory;
  faucet: Faucet;
  /** Null for a provider, which pays and repeats by itself. */
  treasury: Treasury | null;
}

const PORTS = Symbol('CustodyPorts');
const WEI_PER_GWEI = 10n ** 9n;

/** The custody that CUSTODY selects, as the ports of the engine and the tasks. */
@Global()
@Module({})
export class CustodyModule {
  static forRoot(settings: WorkerSettings, custody: ConfiguredCustody): DynamicModule {
    return {
      module: CustodyModule,
      providers: [
        {
          provide: PORTS,
          inject: [Metrics, Logger, Database],
          useFactory: async (metrics: Metrics, log: Logger, database: Database): Promise<Ports> =>
            custody.kind === 'provider'
              ? providerPorts(settings, custody, new UpstreamCalls('provider', metrics, log))
              : keystorePorts(settings, custody, { metrics, log, database }),
        },
        { provide: Custody, inject: [PORTS], useFactory: ({ custody }: Ports) => custody },
        { provide: WalletDirectory, inject: [PORTS], useFactory: ({ directory }: Ports) => directory },
        { provide: Faucet, inject: [PORTS], useFactory: ({ faucet }: Ports) => faucet },
        {
          provide: TreasurySweeper,
          inject: [PORTS, Logger],
          useFactory: ({ treasury }: Ports, log: Logger) => new TreasurySweeper(treasury, log),
        },
      ],
      exports: [Custody, WalletDirectory, Faucet],
    };
  }
}

function providerPorts(settings: WorkerSettings, credentials: ProviderCredentials, calls: UpstreamCalls): Ports {
  const { PROVIDER_BLOCKCHAIN: blockchain, PROVIDER_FAUCET_NATIVE: native, PROVIDER_TIMEOUT_MS: timeoutMs } = settings;
  const client = new ProviderClient({ ...credentials, timeoutMs, calls });
  return {
    custody: new HttpCustody(client),
    directory: new HttpWalletDirectory(client, blockchain),
    faucet: new HttpFaucet(client, { blockchain, native }),
    treasury: null,
  };
}

async function keystorePorts(
  settings: WorkerSettings,
  encrypted: EncryptedKeystore,
  { metrics, log, database }: { metrics: Metrics; log: Logger; database: Database },
): Promise<Ports> {
  const { CHAIN_ID: chainId, COLLATERAL_ADDRESS: collateralAddress, COLLATERAL_DECIMALS: decimals } = settings;
  const { KEYSTORE_TOP_UP_GWEI: topUpGwei, KEYSTORE_FAUCET_AMOUNT: faucetAmount } = settings;
  const { CONFIRMATIONS: confirmations, KEYSTORE_MAX_FEE_GWEI: maxFeeGwei } = settings;
  const maxFeeWei = BigInt(maxFeeGwei) * WEI_PER_GWEI;
  const keystore = await Keystore.open(encrypted);
  const calls = new UpstreamCalls('provider', metrics, log);
  const node = new KeystoreNode({
    url: settings.CHAIN_RPC_URL.reveal(),
    timeoutMs: settings.PROVIDER_TIMEOUT_MS,
    calls,
  });
  const treasury = new Treasury({
    keystore,
    node,
    transfers: new TreasuryTransfersRepository(database),
    log,
    metrics,
    chainId,
    collateralAddress,
    topUpWei: topUpGwei === 0 ? null : BigInt(topUpGwei) * WEI_PER_GWEI,
    accountDayWei: BigInt(settings.KEYSTORE_GAS_PER_ACCOUNT_DAY_GWEI) * WEI_PER_GWEI || null,
    maxFeeWei,
    faucetBaseUnits: faucetAmount === 0 ? null : toBaseUnits(String(faucetAmount), decimals),
  });
  log.info({ event: 'custody.keystore_opened', tank: keystore.treasury.address });
  const collateral = { address: collateralAddress, decimals };
  return {
    custody: new KeystoreCustody({ keystore, node, treasury, log, chainId, confirmations, maxFeeWei }),
    directory: new KeystoreDirectory({ keystore, node, collateral, blockchain: EXECUTION_CHAIN }),
    faucet: treasury,
    treasury,
  };
}
