import type { ProviderHttp } from './provider-http.js';
import { TransactionReads } from './transaction-reads.js';

describe('TransactionReads', () => {
  it('reads transactions of several wallets in one small page, and missing ones singly', async () => {
    const paths: string[] = [];
    const read = (_operation: string, path: string) => {
      paths.push(path);
      const answered = (id: string) => ({ id, state: 'SENT' });
      const data = path.includes('?') ? { transactions: [answered('new')] } : { transaction: answered('old') };
      return Promise.resolve({ data });
    };
    const reads = new TransactionReads({ read } as unknown as ProviderHttp);
    const found = await Promise.all([
      reads.find({ id: 'new', providerWalletId: 'one' }),
      reads.find({ id: 'old', providerWalletId: 'two' }),
    ]);
    expect(found.map((transaction) => transaction?.id)).toEqual(['new', 'old']);
    expect(paths).toEqual(['/v1/w3s/transactions?walletIds=one,two&pageSize=4', '/v1/w3s/transactions/old']);
  });

  it('asks for 50 transactions at most with one call, and singly for the last one', async () => {
    const paths: string[] = [];
    const read = (_operation: string, path: string) => {
      paths.push(path);
      const data = path.includes('?')
        ? { transactions: Array.from({ length: 50 }, (_, index) => ({ id: `${index}`, state: 'SENT' })) }
        : { transaction: { id: '50', state: 'SENT' } };
      return Promise.resolve({ data });
    };
    const reads = new TransactionReads({ read } as unknown as ProviderHttp);
    const ids = Array.from({ length: 51 }, (_, index) => `${index}`);
    const found = await Promise.all(ids.map((id) => reads.find({ id, providerWalletId: 'one' })));
    expect(found.map((transaction) => transaction?.id)).toEqual(ids);
    expect(paths).toEqual(['/v1/w3s/transactions?walletIds=one&pageSize=50', '/v1/w3s/transactions/50']);
  });

  it('rejects every read of a list that fails for no fault of the provider', async () => {
    const failure = new TypeError('a defect');
    const reads = new TransactionReads({ read: () => Promise.reject(failure) } as unknown as ProviderHttp);
    const found = await Promise.allSettled([
      reads.find({ id: 'one', providerWalletId: 'one' }),
      reads.find({ id: 'two', providerWalletId: 'two' }),
    ]);
    expect(found).toEqual([
      { status: 'rejected', reason: failure },
      { status: 'rejected', reason: failure },
    ]);
  });
});
