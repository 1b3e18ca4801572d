import { NestFactory } from '@nestjs/core';
import { loadWorkerSettings } from '@app/config';
import { Custody, Faucet, WalletDirectory } from '@app/engine';
import { Logger, Metrics } from '@app/observability';
import { Database } from '@app/persistence';
import { writeKeystore } from '../../../../test/support/keystore-files.js';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { configuredCustody } from './configured-custody.js';
import { CustodyModule } from './custody.module.js';
import { HttpCustody } from './http-custody.js';
import { KeystoreCustody } from './keystore/keystore-custody.js';
import { TreasurySweeper } from './treasury-sweeper.js';

const ADDRESS = `0x${'ab'.repeat(20)}`;
const REQUIRED = {
  CHAIN_RPC_URL: 'http://127.0.0.1:9',
  FACTORY_ADDRESS: ADDRESS,
  COLLATERAL_ADDRESS: ADDRESS,
  SMTP_URL: 'smtp://127.0.0.1:9',
  PASSCODE_KEY: '00'.repeat(32),
  STEP_SEAL_KEY: '01'.repeat(32),
};
const PROVIDER = {
  PROVIDER_BASE_URL: 'http://127.0.0.1:9',
  PROVIDER_API_KEY: 'key',
  PROVIDER_ENTITY_SECRET: '01'.repeat(32),
};

describe('the custody of a worker', () => {
  let open: OpenDatabase;

  beforeAll(async () => {
    open = await openDatabase();
  });
  afterAll(() => open?.close());

  const loadSettings = (changes: Record<string, string>) =>
    loadWorkerSettings({ DATABASE_URL: open.url, ...REQUIRED, ...changes });

  async function start(changes: Record<string, string>) {
    const settings = loadSettings(changes);
    const custody = configuredCustody(settings);
    if (custody === null) throw new Error('no custody is configured');
    const providers = [
      { provide: Database, useValue: open.database },
      { provide: Metrics, useValue: Metrics.off() },
      { provide: Logger, useValue: Logger.create({ app: 'test', level: 'silent', format: 'json' }) },
    ];
    const exports = providers.map(({ provide }) => provide);
    return NestFactory.createApplicationContext(
      {
        module: class TestModule {},
        imports: [
          { module: class PortsModule {}, global: true, providers, exports },
          CustodyModule.forRoot(settings, custody),
        ],
      },
      { logger: false, abortOnError: false },
    );
  }

  it('is the provider by default', async () => {
    const app = await start(PROVIDER);
    expect(app.get(Custody)).toBeInstanceOf(HttpCustody);
    await app.close();
  });

  it('is the keystore that CUSTODY selects, whose wallets follow from their keys', async () => {
    const { file, passphraseFile } = await writeKeystore();
    const keystore = { KEYSTORE_FILE: file, KEYSTORE_PASSPHRASE_FILE: passphraseFile };
    const app = await start({ ...PROVIDER, ...keystore, CUSTODY: 'keystore' });
    expect(app.get(Custody)).toBeInstanceOf(KeystoreCustody);
    const request = { idempotencyKey: 'key', walletSetId: 'set', refId: 'ref' };
    expect(app.get(TreasurySweeper)).toBeInstanceOf(TreasurySweeper);
    const wallet = await app.get(WalletDirectory).createWallet(request);
    expect(wallet).toEqual(await app.get(WalletDirectory).createWallet(request));
    await expect(app.get(Faucet).requestFunds(wallet.address)).rejects.toThrow('request_faucet');
    await app.close();
  });

  it('is absent while one of its settings is', () => {
    expect(configuredCustody(loadSettings({}))).toBeNull();
    expect(configuredCustody(loadSettings({ ...PROVIDER, CUSTODY: 'keystore', KEYSTORE: '{}' }))).toBeNull();
    expect(configuredCustody(loadSettings({ ...PROVIDER, PROVIDER_API_KEY: '' }))).toBeNull();
  });
});
