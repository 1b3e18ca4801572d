import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { encryptKeystoreJson, HDNodeWallet, type Mnemonic } from 'ethers';
import { testRun } from './test-run.js';

const PASSPHRASE = 'a passphrase of the tests';
/** Cheap key derivation (scrypt). */
const SCRYPT = { N: 2, r: 8, p: 1 };

export interface KeystoreFiles {
  file: string;
  passphraseFile: string;
}

/** Writes an encrypted keystore and its passphrase. Without a mnemonic it holds one private key. */
export async function writeKeystore({ mnemonic = newMnemonic() }: { mnemonic?: Mnemonic | null } = {}): Promise<
  KeystoreFiles & { tankAddress: string }
> {
  const folder = await mkdtemp(path.join(testRun().folder, 'keystore-'));
  const files = { file: path.join(folder, 'keystore.json'), passphraseFile: path.join(folder, 'passphrase') };
  const wallet = mnemonic === null ? HDNodeWallet.createRandom() : HDNodeWallet.fromMnemonic(mnemonic);
  const account = {
    address: wallet.address,
    privateKey: wallet.privateKey,
    ...(mnemonic !== null && { mnemonic: { entropy: mnemonic.entropy, path: wallet.path ?? '', locale: 'en' } }),
  };
  await writeFile(files.file, await encryptKeystoreJson(account, PASSPHRASE, { scrypt: SCRYPT }));
  await writeFile(files.passphraseFile, `${PASSPHRASE}\n`);
  return { ...files, tankAddress: wallet.address.toLowerCase() };
}

function newMnemonic(): Mnemonic {
  const { mnemonic } = HDNodeWallet.createRandom();
  if (mnemonic === null) throw new Error('a random wallet has a mnemonic');
  return mnemonic;
}
