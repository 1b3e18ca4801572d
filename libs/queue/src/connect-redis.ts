import { Cluster, Redis } from 'ioredis';
import type { QUEUE_FIELDS, SettingsOf } from '@app/config';

type RedisMode = SettingsOf<typeof QUEUE_FIELDS>['QUEUE_REDIS_MODE'];

/** Kind of the servers in QUEUE_URL. */
export interface RedisTopology {
  readonly mode: RedisMode;
  /** Name of the servers that the Sentinels monitor. */
  readonly sentinelName: string;
  /** Certificates in PEM of the only authority that servers with TLS may have; by default every one that Node trusts. */
  readonly authority?: string | undefined;
}

export const STANDALONE: RedisTopology = { mode: 'standalone', sentinelName: '' };

export interface RedisConnectionOptions {
  readonly maxRetriesPerRequest: number | null;
  readonly enableOfflineQueue?: boolean;
  readonly lazyConnect?: boolean;
  readonly connectTimeout?: number;
  /** Time without an answer after which a connection is replaced, in milliseconds. */
  readonly socketTimeout?: number;
}

/**
 * Connects to Redis as ioredis documents it for each topology. User and password are those of the first address, and apply to
 * Sentinels and servers alike. A connection follows every failover.
 * @param urls addresses separated by commas
 * @throws Error for a malformed QUEUE_URL, without its text
 */
export function connectRedis(
  urls: string,
  { mode, sentinelName, authority: ca }: RedisTopology,
  options: RedisConnectionOptions,
): Redis | Cluster {
  const addresses = urls.split(',').map((url) => parseUrl(url.trim()));
  const [first] = addresses;
  if (first === undefined || (mode === 'standalone' && addresses.length > 1)) throw new Error(SEVERAL);
  const { username, password, db, isEncrypted } = first;
  const tls = ca === undefined ? {} : { ca };
  if (mode === 'standalone') return new Redis(urls, { ...options, ...(isEncrypted && { tls }) });
  const nodes = addresses.map(({ host, port }) => ({ host, port }));
  if (mode === 'sentinel') {
    return new Redis({
      sentinels: nodes,
      name: sentinelName,
      db,
      username,
      password,
      sentinelUsername: username,
      sentinelPassword: password,
      failoverDetector: true,
      ...(isEncrypted && { tls, enableTLSForSentinelMode: true, sentinelTLS: tls }),
      ...options,
    });
  }
  const { maxRetriesPerRequest, connectTimeout, socketTimeout, ...clusterOptions } = options;
  return new Cluster(nodes, {
    ...clusterOptions,
    // Certificates name hosts, and ioredis connects to addresses otherwise.
    ...(isEncrypted && { dnsLookup: (host: string, done: LookupCallback) => done(null, host) }),
    redisOptions: {
      username,
      password,
      maxRetriesPerRequest,
      connectTimeout,
      socketTimeout,
      ...(isEncrypted && { tls }),
    },
  });
}

type LookupCallback = (error: null, address: string) => void;

const SEVERAL = 'QUEUE_URL names several servers: set QUEUE_REDIS_MODE';
const MALFORMED = 'QUEUE_URL must be redis://… or rediss://…, several separated by commas, or empty';
const DEFAULT_PORT = 6_379;

interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly db: number;
  readonly isEncrypted: boolean;
}

function parseUrl(text: string): RedisAddress {
  if (!/^rediss?:\/\//.test(text) || !URL.canParse(text)) throw new Error(MALFORMED);
  const { hostname, port, username, password, pathname, protocol } = new URL(text);
  const db = Number(pathname.slice(1));
  if (hostname === '' || !Number.isInteger(db)) throw new Error(MALFORMED);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? DEFAULT_PORT : Number(port),
    username: username === '' ? undefined : decodeURIComponent(username),
    password: password === '' ? undefined : decodeURIComponent(password),
    db,
    isEncrypted: protocol === 'rediss:',
  };
}
