import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Secret } from '@app/common';
import { encryptKeystoreJson, HDNodeWallet, Mnemonic, randomBytes } from 'ethers';

const PASSPHRASE = 'a passphrase of the tests';
/** Cheap key derivation (scrypt). */
const SCRYPT = { N: 2, r: 8, p: 1 };

export interface KeystoreFiles {
  readonly file: string;
  readonly passphraseFile: string;
  /** Contents of the two files. */
  readonly json: Secret;
  readonly passphrase: Secret;
  /** Lower case. */
  readonly treasuryAddress: string;
  /** Private key as `0x` and hex. */
  readonly tankKey: Secret;
}

export interface KeystoreOptions {
  /** Receives a new folder with both files. */
  readonly folder: string;
  /** Without a mnemonic the keystore holds one private key. */
  readonly hasMnemonic?: boolean;
}

/** Writes an encrypted keystore and its passphrase. */
export async function writeKeystore({ folder, hasMnemonic = true }: KeystoreOptions): Promise<KeystoreFiles> {
  const own = await mkdtemp(path.join(folder, 'keystore-'));
  const files = { file: path.join(own, 'keystore.json'), passphraseFile: path.join(own, 'passphrase') };
  const mnemonic = Mnemonic.fromEntropy(randomBytes(16));
  const { address, privateKey, path: derivation } = HDNodeWallet.fromMnemonic(mnemonic);
  const account = {
    ...{ address, privateKey },
    ...(hasMnemonic && { mnemonic: { entropy: mnemonic.entropy, path: derivation ?? '', locale: 'en' } }),
  };
  const contents = { json: new Secret(await encryptKeystoreJson(account, PASSPHRASE, { scrypt: SCRYPT })) };
  await writeFile(files.file, contents.json.reveal(), { mode: 0o600 });
  await writeFile(files.passphraseFile, `${PASSPHRASE}\n`, { mode: 0o600 });
  return {
    ...files,
    ...contents,
    passphrase: new Secret(PASSPHRASE),
    treasuryAddress: address.toLowerCase(),
    tankKey: new Secret(privateKey),
  };
}

/** Settings of workers that sign with the keystore. Its treasury must own the test token. */
export function keystoreSettings({ file, passphraseFile }: KeystoreFiles): Readonly<Record<string, string>> {
  return {
    CUSTODY: 'keystore',
    KEYSTORE_FILE: file,
    KEYSTORE_PASSPHRASE_FILE: passphraseFile,
    KEYSTORE_FAUCET_AMOUNT: '1000',
  };
}
