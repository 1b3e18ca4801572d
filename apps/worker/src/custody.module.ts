import { type DynamicModule, Global, Module } from '@nestjs/common';
import { toBaseUnits } from '@app/common';
import type { WorkerSettings } from '@app/config';
import {
  HttpCustody,
  HttpFaucet,
  HttpWalletDirectory,
  Keystore,
  KeystoreCustody,
  KeystoreDirectory,
  KeystoreFaucet,
  KeystoreNode,
  ProviderClient,
  Tank,
} from '@app/custody';
import { Custody, Faucet, WalletDirectory } from '@app/engine';
import { Logger, Metrics, UpstreamCalls } from '@app/observability';
import { Database } from '@app/persistence';
import type { ConfiguredCustody, KeystoreLocation, ProviderCredentials } from './configured-custody.js';

type Ports = [Custody, WalletDirectory, Faucet];

const PORTS = Symbol('CustodyPorts');
const WEI_PER_GWEI = 10n ** 9n;
/** Name of the chain in the balances of a keystore's wallets. */
const CHAIN_NAME = 'CHAIN-TESTNET';

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
        { provide: Custody, inject: [PORTS], useFactory: ([port]: Ports) => port },
        { provide: WalletDirectory, inject: [PORTS], useFactory: ([, port]: Ports) => port },
        { provide: Faucet, inject: [PORTS], useFactory: ([, , port]: Ports) => port },
      ],
      exports: [Custody, WalletDirectory, Faucet],
    };
  }
}

function providerPorts(settings: WorkerSettings, credentials: ProviderCredentials, calls: UpstreamCalls): Ports {
  const { PROVIDER_BLOCKCHAIN: blockchain, PROVIDER_FAUCET_NATIVE: native, PROVIDER_TIMEOUT_MS: timeoutMs } = settings;
  const client = new ProviderClient({ ...credentials, timeoutMs, calls });
  return [
    new HttpCustody(client),
    new HttpWalletDirectory(client, blockchain),
    new HttpFaucet(client, { blockchain, native }),
  ];
}

async function keystorePorts(
  settings: WorkerSettings,
  location: KeystoreLocation,
  { metrics, log, database }: { metrics: Metrics; log: Logger; database: Database },
): Promise<Ports> {
  const { CHAIN_ID: chainId, COLLATERAL_ADDRESS: collateralAddress, COLLATERAL_DECIMALS: decimals } = settings;
  const { KEYSTORE_TOP_UP_GWEI: topUpGwei, KEYSTORE_FAUCET_AMOUNT: faucetAmount } = settings;
  const keystore = await Keystore.open(location);
  const calls = new UpstreamCalls('provider', metrics, log);
  const node = new KeystoreNode({ url: settings.CHAIN_RPC_URL, timeoutMs: settings.PROVIDER_TIMEOUT_MS, calls });
  const tank = new Tank({
    ...{ keystore, node, database, log, chainId, collateralAddress },
    topUpWei: topUpGwei === 0 ? null : BigInt(topUpGwei) * WEI_PER_GWEI,
    faucetBaseUnits: faucetAmount === 0 ? null : toBaseUnits(String(faucetAmount), decimals),
  });
  log.info({ event: 'custody.keystore_opened', tank: keystore.tank.address });
  return [
    new KeystoreCustody({ keystore, node, tank, chainId }),
    new KeystoreDirectory({
      keystore,
      node,
      collateral: { address: collateralAddress, decimals },
      blockchain: CHAIN_NAME,
    }),
    new KeystoreFaucet(tank),
  ];
}
