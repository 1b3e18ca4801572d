import { createPrivateKey, createPublicKey, generateKeyPair } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { isRecord } from '@app/common';

const FILE_NAME = 'entity-key.pem';
const MODULUS_BITS = 4096;

export interface EntityKey {
  readonly privateKeyDer: Buffer;
  /** SPKI with the label of a PKCS#1 key, as the provider publishes it. */
  readonly publicKeyPem: string;
}

/** Loads the RSA key that entity secrets are encrypted with. The first start generates it. */
export async function loadEntityKey(folder: string): Promise<EntityKey> {
  const file = path.join(folder, FILE_NAME);
  const pem = (await readIfPresent(file)) ?? (await generate(file));
  const privateKey = createPrivateKey(pem);
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
  const lines = spki.match(/.{1,64}/g) ?? [];
  return {
    privateKeyDer: privateKey.export({ type: 'pkcs8', format: 'der' }),
    publicKeyPem: ['-----BEGIN RSA PUBLIC KEY-----', ...lines, '-----END RSA PUBLIC KEY-----', ''].join('\n'),
  };
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isRecord(error) && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Generates the key, which takes seconds on the thread pool. Renamed into place, so that a kill leaves no partial key. */
async function generate(file: string): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: MODULUS_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const temporary = `${file}.${process.pid}.tmp`;
  await writeFile(temporary, privateKey, { mode: 0o600 });
  await rename(temporary, file);
  return privateKey;
}
