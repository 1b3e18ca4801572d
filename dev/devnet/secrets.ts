import { randomBytes, randomUUID } from 'node:crypto';
import { isRecord, Secret } from '@app/common';
import type { DataFolder } from './data-folder.js';

const FILE = 'secrets.json';

/** Generates each secret of one data folder. Its processes share them. */
const GENERATORS = {
  /** Of the server's administrator. Only the migrations receive it. */
  postgresPassword: () => randomHex(24),
  apiDatabasePassword: () => randomHex(24),
  workerDatabasePassword: () => randomHex(24),
  webhooksDatabasePassword: () => randomHex(24),
  opsDatabasePassword: () => randomHex(24),
  passcodeKey: () => randomHex(32),
  /** Only workers receive it. */
  stepSealKey: () => randomHex(32),
  /** Only API and webhooks receive it. */
  webhookKey: () => randomHex(32),
  providerApiKey: () => `TEST_API_KEY:${randomUUID()}:${randomHex(24)}`,
  /** 32 bytes in hex, as the wallet provider's contract requires. */
  providerEntitySecret: () => randomHex(32),
  /** Private key as `0x` and hex. Its account deploys the contracts and funds the faucet. */
  faucetKey: () => `0x${randomHex(32)}`,
} as const;

export type DevnetSecrets = Readonly<Record<keyof typeof GENERATORS, Secret>>;

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

function generate(): Record<string, string> {
  return Object.fromEntries(Object.entries(GENERATORS).map(([name, newSecret]) => [name, newSecret()]));
}

function parse(value: unknown): DevnetSecrets {
  const entries = Object.entries(isRecord(value) ? value : {});
  const secrets = Object.fromEntries(entries.map(([name, text]) => [name, new Secret(String(text))]));
  if (hasAll(secrets)) return secrets;
  const missing = Object.keys(GENERATORS).find((name) => secrets[name] === undefined);
  throw new Error(`${FILE} in the data folder has no ${missing}; npm run reset creates a new one`);
}

function hasAll(secrets: Readonly<Record<string, Secret>>): secrets is DevnetSecrets {
  return Object.keys(GENERATORS).every((name) => secrets[name] !== undefined);
}

function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}
