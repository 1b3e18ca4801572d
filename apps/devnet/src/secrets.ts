import { randomBytes, randomUUID } from 'node:crypto';
import { Secret } from '@app/common';
import type { DataFolder } from './data-folder.js';

const FILE = 'secrets.json';

/** What the parts of one data folder share and nobody else knows. */
export interface DevnetSecrets {
  readonly postgresPassword: Secret;
  readonly passcodeKey: Secret;
  readonly providerApiKey: Secret;
  /** 32 bytes in hex, as the wallet provider's contract has it. */
  readonly providerEntitySecret: Secret;
  /** Private key, `0x` and hex: deploys the contracts and feeds the faucet. */
  readonly faucetKey: Secret;
}

/** Reads the folder's secrets, made at the first start and kept in a file that only its owner can read. */
export function loadSecrets(folder: DataFolder): DevnetSecrets {
  const stored = folder.readJson(FILE);
  if (stored !== null) return parse(stored);
  const made = generate();
  folder.writeJson(FILE, made);
  return parse(made);
}

/** Secrets that nobody keeps: a test's. */
export function temporarySecrets(): DevnetSecrets {
  return parse(generate());
}

function generate(): Record<keyof DevnetSecrets, string> {
  return {
    postgresPassword: randomBytes(24).toString('hex'),
    passcodeKey: randomBytes(32).toString('hex'),
    providerApiKey: `TEST_API_KEY:${randomUUID()}:${randomBytes(24).toString('hex')}`,
    providerEntitySecret: randomBytes(32).toString('hex'),
    faucetKey: `0x${randomBytes(32).toString('hex')}`,
  };
}

function parse(value: unknown): DevnetSecrets {
  const fields: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {};
  const take = (name: keyof DevnetSecrets): Secret => {
    const text = fields[name];
    if (typeof text !== 'string')
      throw new Error(`${FILE} in the data folder has no ${name}: npm run reset makes it anew`);
    return new Secret(text);
  };
  return {
    postgresPassword: take('postgresPassword'),
    passcodeKey: take('passcodeKey'),
    providerApiKey: take('providerApiKey'),
    providerEntitySecret: take('providerEntitySecret'),
    faucetKey: take('faucetKey'),
  };
}
