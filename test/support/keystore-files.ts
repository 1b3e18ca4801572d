import { type KeystoreFiles, type KeystoreOptions, writeKeystore as write } from './stack/keystore-files.js';
import { testRun } from './test-run.js';

/** Writes an encrypted keystore and its passphrase to the folder of the test run. */
export function writeKeystore(options: Omit<KeystoreOptions, 'folder'> = {}): Promise<KeystoreFiles> {
  return write({ folder: testRun().folder, ...options });
}
