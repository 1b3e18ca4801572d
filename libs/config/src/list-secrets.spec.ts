import { Secret } from '@app/common';
import { listSecrets } from './list-secrets.js';

describe('listSecrets', () => {
  it('returns every secret, and the password and keys of a URL separately', () => {
    const settings = {
      LOG_LEVEL: 'info',
      API_KEY: new Secret('key'),
      DATABASE_URL: new Secret('postgres://user:p%40ss@host/db'),
      SMTP_URL: new Secret('smtp://host:25'),
      ODD_URL: new Secret('redis://:100%@host'),
      CHAIN_RPC_URL: new Secret('https://rpc.example/v2/0123456789abcdefghij?auth=zyxwvutsrqponmlk'),
      NONE: undefined,
    };
    expect(listSecrets(settings)).toEqual([
      'key',
      ...['postgres://user:p%40ss@host/db', 'p%40ss', 'p@ss'],
      'smtp://host:25',
      ...['redis://:100%@host', '100%', '100%'],
      'https://rpc.example/v2/0123456789abcdefghij?auth=zyxwvutsrqponmlk',
      ...['0123456789abcdefghij', 'zyxwvutsrqponmlk'],
    ]);
  });
});
