import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../../../test/support/free-ports.js';
import type { RunFolder } from '../../../dev/devnet/processes/run-folder.js';
import { findRedis, type RunningRedis, sendRedisCommand, startRedis } from '../../../test/support/redis.js';
import type { ChaosQueue } from './chaos-queue.js';

const GROUP = 'presage';
const SENTINELS = 3;
const STOP_GRACE_MS = 2_000;
const POLL_INTERVAL_MS = 50;
/** A Sentinel that finds no replica fit for promotion tries again after 6 s, on a busy machine several times. */
const FAILOVER_TIMEOUT_MS = 300_000;
/** Delay of its timer after which a Sentinel does nothing for 30 s. A busy machine exceeds the default of 2 s. */
const TILT_TRIGGER_MS = 600_000;
/** Time without an answer after which the others take a server for dead, in milliseconds. */
const SILENCE_MS = '1000';
const SLOTS = 16_384;
/** Keys of the queue of lanes begin with this hash tag. */
const LANES = '{lanes}';

interface Place {
  readonly folder: string;
  readonly runFolder: RunFolder;
}

/** Two Redis servers, of which one replicates the other, below three Sentinels. */
export async function openSentinels(place: Place): Promise<ChaosQueue> {
  const [first, second] = [await RedisServer.start(place), await RedisServer.start(place)];
  await second.send(`REPLICAOF 127.0.0.1 ${first.port}`);
  await second.untilInfo('master_link_status:up');
  const ports = await Promise.all(Array.from({ length: SENTINELS }, () => findFreePort()));
  const sentinels = await Promise.all(ports.map((port) => startSentinel(place, port, first.port)));
  for (const port of ports) await until(async () => (await askSentinel(port)) === first.port);
  const pair = new RedisPair(first, second, async (primary, replica) => {
    await until(async () => (await Promise.all(ports.map(askSentinel))).every((port) => port === primary.port));
    await replica.send(`REPLICAOF 127.0.0.1 ${primary.port}`);
  });
  return {
    env: {
      QUEUE_URL: ports.map((port) => `redis://127.0.0.1:${port}`).join(','),
      QUEUE_REDIS_MODE: 'sentinel',
      QUEUE_SENTINEL_NAME: GROUP,
    },
    wipe: async () => void (await (await pair.primary()).send('FLUSHALL')),
    restart: () => pair.failOver(),
    stop: async () => {
      for (const sentinel of sentinels) await sentinel.stop(STOP_GRACE_MS);
      await pair.stop();
    },
  };
}

async function startSentinel({ folder, runFolder }: Place, port: number, primary: number): Promise<RunningRedis> {
  const file = path.join(folder, `sentinel-${port}.conf`);
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    `sentinel monitor ${GROUP} 127.0.0.1 ${primary} 2`,
    `sentinel down-after-milliseconds ${GROUP} ${SILENCE_MS}`,
    `sentinel failover-timeout ${GROUP} 3000`,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const logFile = path.join(folder, 'logs', 'sentinels.log');
  const running = await startRedis({ program: findProgram(), port, logFile, runFolder, sentinelFile: file });
  await sendRedisCommand(port, `SENTINEL DEBUG tilt-trigger ${TILT_TRIGGER_MS}`);
  return running;
}

/** Returns the port of the primary, as this Sentinel knows it. */
async function askSentinel(port: number): Promise<number> {
  const answer = await sendRedisCommand(port, `SENTINEL get-master-addr-by-name ${GROUP}`);
  return Number(answer.split('\r\n').at(-1));
}

/** A Redis Cluster of three primaries. A replica follows the primary that holds the jobs of lanes. */
export async function openCluster(place: Place): Promise<ChaosQueue> {
  const servers = await Promise.all(Array.from({ length: 4 }, () => RedisServer.start(place, { isClustered: true })));
  const [first, second, third, spare] = servers;
  if (first === undefined || second === undefined || third === undefined || spare === undefined)
    throw new Error('no nodes');
  const primaries = [first, second, third];
  const share = Math.ceil(SLOTS / primaries.length);
  for (const [index, server] of primaries.entries())
    await server.send(`CLUSTER ADDSLOTSRANGE ${index * share} ${Math.min(SLOTS, (index + 1) * share) - 1}`);
  for (const other of servers.slice(1)) await first.send(`CLUSTER MEET 127.0.0.1 ${other.port} ${other.busPort}`);
  for (const server of servers) await server.untilIncludes('CLUSTER INFO', 'cluster_state:ok');
  for (const server of servers) await server.untilIncludes('CLUSTER INFO', `cluster_known_nodes:${servers.length}`);
  const slot = Number((await first.send(`CLUSTER KEYSLOT ${LANES}`)).slice(1));
  const owner = primaries[Math.floor(slot / share)] ?? first;
  const ownerId = (await owner.send('CLUSTER MYID')).split('\r\n').at(-1) ?? '';
  await until(async () => (await spare.send(`CLUSTER REPLICATE ${ownerId}`)) === '+OK');
  await spare.untilInfo('master_link_status:up');
  const pair = new RedisPair(owner, spare, () => Promise.resolve()); // the cluster itself makes the old primary a replica
  const others = primaries.filter((server) => server !== owner);
  return {
    env: {
      QUEUE_URL: servers.map(({ port }) => `redis://127.0.0.1:${port}`).join(','),
      QUEUE_REDIS_MODE: 'cluster',
    },
    wipe: async () => {
      for (const server of [await pair.primary(), ...others]) await server.send('FLUSHALL');
    },
    restart: () => pair.failOver(),
    stop: async () => {
      for (const server of others) await server.stop();
      await pair.stop();
    },
  };
}

class RedisPair {
  constructor(
    private readonly first: RedisServer,
    private readonly second: RedisServer,
    /** Makes the restarted server a replica. */
    private readonly demote: (primary: RedisServer, restarted: RedisServer) => Promise<void>,
  ) {}

  async primary(): Promise<RedisServer> {
    return (await this.first.isPrimary()) ? this.first : this.second;
  }

  /** Kills the primary, waits until its replica has been promoted, and starts it again as a replica. */
  async failOver(): Promise<void> {
    const killed = await this.primary();
    const promoted = killed === this.first ? this.second : this.first;
    await killed.kill();
    await until(() => promoted.isPrimary());
    await killed.restart();
    await this.demote(promoted, killed);
    await killed.untilInfo('master_link_status:up');
  }

  async stop(): Promise<void> {
    await this.first.stop();
    await this.second.stop();
  }
}

class RedisServer {
  private constructor(
    readonly port: number,
    readonly busPort: number,
    private readonly launch: () => Promise<RunningRedis>,
    private running: RunningRedis,
  ) {}

  static async start({ folder, runFolder }: Place, { isClustered = false } = {}): Promise<RedisServer> {
    const [port, busPort] = [await findFreePort(), await findFreePort()];
    const cluster = {
      'cluster-enabled': 'yes',
      'cluster-port': String(busPort),
      'cluster-config-file': `nodes-${port}.conf`,
      'cluster-node-timeout': SILENCE_MS,
      'cluster-replica-validity-factor': '0',
    };
    const settings = {
      dir: folder,
      dbfilename: `redis-${port}.rdb`,
      'repl-diskless-sync-delay': '0',
      ...(isClustered && cluster),
    };
    const logFile = path.join(folder, 'logs', 'redis.log');
    const launch = (): Promise<RunningRedis> =>
      startRedis({ program: findProgram(), port, logFile, runFolder, settings });
    return new RedisServer(port, busPort, launch, await launch());
  }

  send(command: string): Promise<string> {
    return sendRedisCommand(this.port, command);
  }

  async isPrimary(): Promise<boolean> {
    return (await this.send('INFO replication').catch(() => '')).includes('role:master');
  }

  untilInfo(text: string): Promise<void> {
    return this.untilIncludes('INFO replication', text);
  }

  untilIncludes(command: string, text: string): Promise<void> {
    return until(async () => (await this.send(command)).includes(text));
  }

  async kill(): Promise<void> {
    this.running.kill('SIGKILL');
    await this.running.exited;
  }

  async restart(): Promise<void> {
    this.running = await this.launch();
  }

  stop(): Promise<void> {
    return this.running.stop(STOP_GRACE_MS);
  }
}

function findProgram(): string {
  const program = findRedis();
  if (program === null) throw new Error('no redis-server on the PATH');
  return program;
}

async function until(isMet: () => Promise<boolean>): Promise<void> {
  const deadlineMs = Date.now() + FAILOVER_TIMEOUT_MS;
  while (!(await isMet())) {
    if (Date.now() > deadlineMs) throw new Error('the Redis servers did not reach the expected state');
    await delay(POLL_INTERVAL_MS);
  }
}
