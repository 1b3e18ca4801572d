import { randomUUID } from 'node:crypto';
import { Secret } from '@app/common';
import { writeKeystore } from '../../../../../test/support/keystore-files.js';
import { deriveWalletId, Keystore } from './keystore.js';

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

  it('does not open with a wrong passphrase or without a mnemonic', async () => {
    const { json } = await writeKeystore();
    await expect(Keystore.open({ json, passphrase: new Secret('wrong') })).rejects.toThrow('incorrect password');
    await expect(Keystore.open(await writeKeystore({ hasMnemonic: false }))).rejects.toThrow('no mnemonic');
  });
});
