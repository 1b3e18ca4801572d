import { Secret } from '@app/common';
import { ProviderError } from '@app/engine';
import { EntityCiphertext } from './entity-ciphertext.js';

describe('EntityCiphertext', () => {
  it('takes a public key that it cannot import for no answer, and fetches it again', async () => {
    let fetched = 0;
    const ciphertext = new EntityCiphertext(new Secret('00'.repeat(32)), () => {
      fetched += 1;
      return Promise.resolve('-----BEGIN PUBLIC KEY-----\nbm8ga2V5\n-----END PUBLIC KEY-----');
    });
    await expect(ciphertext.create()).rejects.toBeInstanceOf(ProviderError);
    await expect(ciphertext.create()).rejects.toMatchObject({ failure: { facts: { noAnswer: 'unreadable' } } });
    expect(fetched).toBe(2);
  });
});
