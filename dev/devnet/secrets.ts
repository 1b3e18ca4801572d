import { randomBytes, randomUUID } from 'node:crypto';
import { isRecord, Secret } from '@app/common';
import type { DataFolder } from './data-folder.js';

const FILE = 'secrets.json';

/** Secrets of one data folder, shared by its processes. */
export interface DevnetSecrets {
  /** Of the server's administrator. Only the migrations receive it. */
  readonly postgresPassword: Secret;
  readonly apiDatabasePassword: Secret;
  readonly workerDatabasePassword: Secret;
  readonly webhooksDatabasePassword: Secret;
  readonly opsDatabasePassword: Secret;
  readonly passcodeKey: Secret;
  /** Only workers receive it. */
  readonly stepSealKey: Secret;
  /** Only API and webhooks receive it. */
  readonly webhookKey: Secret;
  readonly providerApiKey: Secret;
  /** 32 bytes in hex, as the wallet provider's contract requires. */
  readonly providerEntitySecret: Secret;
  /** Private key as `0x` and hex. Its account deploys the contracts and funds the faucet. */
  readonly faucetKey: Secret;
}

/** Reads the secrets of a data folder. The first start generates them into a file with mode 0600. */
export function loadSecrets(folder: DataFolder): DevnetSecrets {
  const stored = folder.readJson(FILE);
  if (stored !== null) return parse(stored);
  const secrets = generate();
  folder.writeJson(FILE, secrets);
  return parse(secrets);
}

/** Generates secrets that are not stored, for tests. */
export function temporarySecrets(): DevnetSecrets {
  return parse(generate());
}

function generate(): Record<keyof DevnetSecrets, string> {
  return {
    postgresPassword: randomBytes(24).toString('hex'),
    apiDatabasePassword: randomBytes(24).toString('hex'),
    workerDatabasePassword: randomBytes(24).toString('hex'),
    webhooksDatabasePassword: randomBytes(24).toString('hex'),
    opsDatabasePassword: randomBytes(24).toString('hex'),
    passcodeKey: randomBytes(32).toString('hex'),
    stepSealKey: randomBytes(32).toString('hex'),
    webhookKey: randomBytes(32).toString('hex'),
    providerApiKey: `TEST_API_KEY:${randomUUID()}:${randomBytes(24).toString('hex')}`,
    providerEntitySecret: randomBytes(32).toString('hex'),
    faucetKey: `0x${randomBytes(32).toString('hex')}`,
  };
}

function parse(value: unknown): DevnetSecrets {
  const fields = isRecord(value) ? value : {};
  const take = (name: keyof DevnetSecrets): Secret => {
    const text = fields[name];
    if (typeof text !== 'string')
      throw new Error(`${FILE} in the data folder has no ${name}; npm run reset creates a new one`);
    return new Secret(text);
  };
  return {
    postgresPassword: take('postgresPassword'),
    apiDatabasePassword: take('apiDatabasePassword'),
    workerDatabasePassword: take('workerDatabasePassword'),
    webhooksDatabasePassword: take('webhooksDatabasePassword'),
    opsDatabasePassword: take('opsDatabasePassword'),
    passcodeKey: take('passcodeKey'),
    stepSealKey: take('stepSealKey'),
    webhookKey: take('webhookKey'),
    providerApiKey: take('providerApiKey'),
    providerEntitySecret: take('providerEntitySecret'),
    faucetKey: take('faucetKey'),
  };
}
