import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  timingSafeEqual,
  webcrypto,
} from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Secret } from '@app/common';
import { ProviderError } from '../domain/provider-error.js';
import type { ProviderStore } from './provider-store.js';

const ALGORITHM = { name: 'RSA-OAEP', hash: 'SHA-256' } as const;
const MODULUS_BITS = 4096;

interface EntityKey {
  readonly privateKey: webcrypto.CryptoKey;
  readonly publicKeyPem: string;
}

/** Checks that entity secret ciphertexts contain the secret, and that each is used once. */
export class SecretVault {
  private readonly secret: Buffer;
  private readonly key: Promise<EntityKey>;

  /** @param keyFile RSA key that the ciphertexts are encrypted with. The first start generates it. */
  constructor(
    private readonly store: ProviderStore,
    secret: Secret,
    keyFile: string,
  ) {
    this.secret = Buffer.from(secret.reveal(), 'hex');
    this.key = loadEntityKey(keyFile);
  }

  /** SPKI with the label of a PKCS#1 key, as the provider publishes it. */
  async publicKeyPem(): Promise<string> {
    return (await this.key).publicKeyPem;
  }

  /** Marks a ciphertext as used. A second use is refused, also when the request of the first one fails. */
  async consume(ciphertext: string): Promise<void> {
    const bytes = Buffer.from(ciphertext, 'base64');
    const hash = createHash('sha256').update(bytes).digest('hex');
    const { ciphertexts } = this.store;
    if (ciphertexts.has(hash)) throw new ProviderError('ciphertextReused');
    ciphertexts.add(hash);
    if (await this.holdsSecret(bytes)) return this.store.save({ ciphertexts: [hash] });
    ciphertexts.delete(hash);
    throw new ProviderError('secretInvalid');
  }

  private async holdsSecret(ciphertext: Buffer): Promise<boolean> {
    const { privateKey } = await this.key;
    try {
      // WebCrypto decrypts on the thread pool: it takes 6 ms.
      const plain = Buffer.from(await webcrypto.subtle.decrypt({ name: ALGORITHM.name }, privateKey, ciphertext));
      return plain.length === this.secret.length && timingSafeEqual(plain, this.secret);
    } catch {
      // By the contract, bytes that cannot be decrypted are an invalid secret.
      return false;
    }
  }
}

async function loadEntityKey(file: string): Promise<EntityKey> {
  const key = createPrivateKey(existsSync(file) ? await readFile(file, 'utf8') : await generate(file));
  const der = key.export({ type: 'pkcs8', format: 'der' });
  const spki = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  return {
    privateKey: await webcrypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['decrypt']),
    publicKeyPem: spki.replaceAll(' PUBLIC KEY', ' RSA PUBLIC KEY'),
  };
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
