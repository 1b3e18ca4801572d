import { HttpCustody } from './http-custody.js';
import type { ProviderClient } from './provider-client.js';

const QUERY = { providerWalletId: 'wallet', refId: 'intent/1/main', body: '{}', armedAtMs: 1_000_000 };

/** @param pages number of pages; infinite for links that form a circle */
function custodyWith(pages: number): HttpCustody {
  let page = 0;
  const read = () => {
    page += 1;
    const transactions = ['intent/1/main', 'other/1/main'].map((refId) => ({ id: `${page}`, state: 'SENT', refId }));
    return Promise.resolve({ data: { transactions }, nextPath: page < pages ? '/v1/w3s/transactions?next' : null });
  };
  return new HttpCustody({ http: { read } } as unknown as ProviderClient);
}

describe('HttpCustody.listByRef', () => {
  it('returns the transactions of the refId from all pages', async () => {
    const listed = await custodyWith(3).listByRef(QUERY);
    expect(listed.map(({ id }) => id)).toEqual(['1', '2', '3']);
  });

  it('fails as unreadable when the list does not end, which proves no absence', async () => {
    await expect(custodyWith(Infinity).listByRef(QUERY)).rejects.toMatchObject({
      name: 'ProviderError',
      failure: { class: 'unknown', facts: { noAnswer: 'unreadable' } },
    });
  });
});
