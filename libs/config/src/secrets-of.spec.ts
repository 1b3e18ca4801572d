import { Secret } from '@app/common';
import { secretsOf } from './secrets-of.js';

describe('secretsOf', () => {
  it('returns the password and the keys in the URL of a node', () => {
    const keyInPath = 'https://rpc.example.com/v2/0123456789abcdef0123';
    const keyInQuery = 'https://:pass%40word@rpc.example.com/rpc?network=test&apikey=fedcba9876543210fedc';
    expect(secretsOf({ CHAIN_RPC_URL: keyInPath, EXPLORER_URL: keyInQuery })).toEqual([
      '0123456789abcdef0123',
      ...['pass%40word', 'pass@word', 'fedcba9876543210fedc'],
    ]);
    expect(secretsOf({ CHAIN_RPC_URL: 'http://127.0.0.1:8545', MAIL_FROM: 'a name of some length <a@b>' })).toEqual([]);
  });

  it('returns every secret, and the password of a URL separately', () => {
    const settings = {
      LOG_LEVEL: 'info',
      API_KEY: new Secret('key'),
      DATABASE_URL: new Secret('postgres://user:p%40ss@host/db'),
      SMTP_URL: new Secret('smtp://host:25'),
      ODD_URL: new Secret('redis://:100%@host'),
      NONE: undefined,
    };
    expect(secretsOf(settings)).toEqual([
      'key',
      ...['postgres://user:p%40ss@host/db', 'p%40ss', 'p@ss'],
      'smtp://host:25',
      ...['redis://:100%@host', '100%', '100%'],
    ]);
  });
});
