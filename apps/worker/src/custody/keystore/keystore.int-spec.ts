import { randomUUID } from 'node:crypto';
import { chmod, writeFile } from 'node:fs/promises';
import { writeKeystore } from '../../../../../test/support/keystore-files.js';
import { deriveWalletId, isExposed, Keystore } from './keystore.js';

describe('the keystore', () => {
  it('gives the same wallet for the same key, also after a restart', async () => {
    const files = await writeKeystore();
    const key = randomUUID();
    const [first, second] = [await Keystore.open(files), await Keystore.open(files)];
    expect(second.findAccount(deriveWalletId(key))?.address).toBe(first.findAccount(deriveWalletId(key))?.address);
    expect(first.findAccount(deriveWalletId(key))).toBe(first.findAccount(deriveWalletId(key)));
    expect(deriveWalletId(randomUUID())).not.toBe(deriveWalletId(key));
    expect(first.treasury.address.toLowerCase()).toBe(files.treasuryAddress);
  });

  it.each([
    ['file', 'KEYSTORE_FILE'],
    ['passphraseFile', 'KEYSTORE_PASSPHRASE_FILE'],
  ] as const)('does not open while others can read the %s', async (name, setting) => {
    const files = await writeKeystore();
    for (const mode of [0o640, 0o644, 0o604]) {
      await chmod(files[name], mode);
      await expect(Keystore.open(files)).rejects.toThrow(`${setting}: other users can read the file; run chmod 600`);
    }
    await chmod(files[name], 0o400);
    await expect(Keystore.open(files)).resolves.toBeInstanceOf(Keystore);
  });

  it.each([
    ['the group of a secret that root has mounted', 0o440, 0, false],
    ['everybody, from a secret that root has mounted', 0o444, 0, true],
    ['its own group', 0o440, 1000, true],
    ['nobody else', 0o600, 1000, false],
  ])('tells whether a file is exposed to %s', (_to, mode, uid, expected) => {
    expect(isExposed({ mode, uid }, 1000)).toBe(expected);
  });

  it('does not open with a wrong passphrase or without a mnemonic', async () => {
    const files = await writeKeystore();
    await writeFile(files.passphraseFile, 'wrong');
    await expect(Keystore.open(files)).rejects.toThrow('incorrect password');
    await expect(Keystore.open(await writeKeystore({ hasMnemonic: false }))).rejects.toThrow('no mnemonic');
  });
});
