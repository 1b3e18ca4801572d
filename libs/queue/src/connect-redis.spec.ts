import { Cluster, Redis } from 'ioredis';
import { connectRedis, STANDALONE } from './connect-redis.js';

const OPTIONS = { maxRetriesPerRequest: null, lazyConnect: true } as const;
const NODES = 'rediss://worker:p%40ss@one:26379/2, rediss://worker:p%40ss@[::1]';

describe('connectRedis', () => {
  it('connects to one server', () => {
    const client = connectRedis('redis://:pass@one:1/3', STANDALONE, OPTIONS);
    expect(client).toBeInstanceOf(Redis);
    expect(client.options).toMatchObject({ host: 'one', port: 1, password: 'pass', db: 3, maxRetriesPerRequest: null });
  });

  it('asks Sentinels for the primary, and follows it', () => {
    const { options } = connectRedis(NODES, { mode: 'sentinel', sentinelName: 'presage' }, OPTIONS);
    expect(options).toMatchObject({
      sentinels: [
        { host: 'one', port: 26_379 },
        { host: '::1', port: 6_379 },
      ],
      ...{ name: 'presage', db: 2, username: 'worker', password: 'p@ss', failoverDetector: true },
      ...{ sentinelUsername: 'worker', sentinelPassword: 'p@ss' },
      ...{ tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true, maxRetriesPerRequest: null },
    });
  });

  it('discovers a cluster from its nodes', () => {
    const client = connectRedis(NODES, { mode: 'cluster', sentinelName: '' }, OPTIONS);
    expect(client).toBeInstanceOf(Cluster);
    expect(client.options).toMatchObject({
      redisOptions: { username: 'worker', password: 'p@ss', tls: {}, maxRetriesPerRequest: null },
    });
  });

  it.each([
    ['standalone', 'rediss://one', { tls: { ca: 'PEM' } }],
    ['sentinel', 'rediss://one', { tls: { ca: 'PEM' }, sentinelTLS: { ca: 'PEM' } }],
    ['cluster', 'rediss://one', { redisOptions: { tls: { ca: 'PEM' } } }],
  ] as const)('trusts only the given authority, in the mode %s', (mode, url, expected) => {
    expect(connectRedis(url, { mode, sentinelName: 'presage', authority: 'PEM' }, OPTIONS).options).toMatchObject(
      expected,
    );
  });

  it('encrypts no connection to redis://, with or without an authority', () => {
    const { options } = connectRedis('redis://one', { ...STANDALONE, authority: 'PEM' }, OPTIONS);
    expect('tls' in options && options.tls).toBeFalsy();
  });

  it.each(['postgres://one', 'redis://', 'one:6379', 'redis://one,nonsense:secret'])('refuses %s', (urls) => {
    expect(() => connectRedis(urls, { mode: 'cluster', sentinelName: '' }, OPTIONS)).toThrow(
      'QUEUE_URL must be redis://… or rediss://…, several separated by commas, or empty',
    );
  });

  it('refuses several addresses of one server', () => {
    expect(() => connectRedis('redis://one,redis://two', STANDALONE, OPTIONS)).toThrow('set QUEUE_REDIS_MODE');
  });
});
