import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Logger } from '@app/observability';
import { findFreePort } from '../../../test/support/free-ports.js';
import { TestAuthority } from '../../../test/support/certificates.js';
import { eventually } from '../../../test/support/eventually.js';
import { connectQueue } from '../../../test/support/queue/queue-stack.js';
import { testRun } from '../../../test/support/test-run.js';
import { findRedis, type RunningRedis, startRedis } from '../../../test/support/redis.js';
import { STANDALONE } from './connect-redis.js';
import { JobConsumer } from './job-consumer.js';
import { JobQueue } from './job-queue.js';
import { openRedisBackend } from './redis-queue-backend.js';

const HOST = '127.0.0.1';
const STOP_GRACE_MS = 2_000;
/** Longer than in the product, for slow machines. */
const ENQUEUE_TIMEOUT_MS = 60_000;
const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });
const PROGRAM = path.resolve('dist/test/support/queue/hold-a-wakeup.js');

/** A server of TEST_REDIS_URL has a certificate that a test cannot choose. */
const program = findRedis();
if (program !== null) {
  describe('QUEUE_URL=rediss://, on a server with TLS', () => {
    let redis: RunningRedis;
    let url: string;
    let authority: string;
    let authorityFile: string;
    let worker: ChildProcess | undefined;
    let start: () => Promise<RunningRedis>;

    beforeAll(async () => {
      const { folder, runFolder } = testRun();
      const [port, tlsPort] = [await findFreePort(), await findFreePort()];
      const write = (name: string, content: string): string => {
        const file = path.join(folder, `redis-${port}-${name}.pem`);
        writeFileSync(file, content, { mode: 0o600 });
        return file;
      };
      const issuer = new TestAuthority();
      authority = issuer.certificate;
      authorityFile = write('authority', authority);
      const { certificate, privateKey } = issuer.issue(HOST);
      const settings = {
        'tls-port': String(tlsPort),
        'tls-cert-file': write('certificate', certificate),
        'tls-key-file': write('key', privateKey),
        'tls-auth-clients': 'no',
      };
      const logFile = path.join(folder, `redis-${port}.log`);
      start = () => startRedis({ program, port, logFile, runFolder, settings });
      redis = await start();
      url = `rediss://${HOST}:${tlsPort}`;
    });
    afterEach(() => void worker?.kill('SIGKILL'));
    afterAll(async () => {
      await redis?.stop(STOP_GRACE_MS);
    });

    it('delivers a wake-up to a process that trusts the authority of the server', async () => {
      const env = { ...process.env, NODE_EXTRA_CA_CERTS: authorityFile };
      worker = spawn(process.execPath, [PROGRAM, '', url], { env });
      const output = new Promise((resolve) => worker?.stdout?.once('data', resolve));
      const connection = await connectQueue({ databaseUrl: '', queueUrl: redis.url });
      await connection.queue.enqueueWakeup('lane', { laneId: randomUUID() });
      expect(String(await output)).toBe('taken\n');
      await connection.close();
    });

    it('delivers a wake-up over connections that trust the authority of QUEUE_CA', async () => {
      const backend = openRedisBackend(url, { ...STANDALONE, authority });
      const consumer = new JobConsumer(backend, log);
      const queue = new JobQueue(backend, log, ENQUEUE_TIMEOUT_MS);
      const laneId = randomUUID();
      const taken = new Promise((resolve) => {
        void consumer.start('lane', 1, (payload) => Promise.resolve(resolve(payload)));
      });
      await queue.enqueueWakeup('lane', { laneId });
      expect(await taken).toEqual({ laneId });
      await consumer.close();
      await queue.close();
      await backend.close();
    });

    it('reads a note at once after the start of a process', async () => {
      const open = (): { queue: JobQueue; close: () => Promise<void> } => {
        const backend = openRedisBackend(url, { ...STANDALONE, authority });
        const queue = new JobQueue(backend, log, ENQUEUE_TIMEOUT_MS);
        return { queue, close: () => queue.close().then(() => backend.close()) };
      };
      const writer = open();
      await writer.queue.readNote();
      await writer.queue.writeNote('7 1795824000000');
      await writer.close();
      const reader = open();
      expect(await reader.queue.readNote()).toBe('7 1795824000000');
      await reader.close();
    });

    it.each([
      ['no authority', undefined],
      ['another authority', new TestAuthority().certificate],
    ])('keeps a process that trusts %s from the server', async (_which, given) => {
      const backend = openRedisBackend(url, { ...STANDALONE, authority: given });
      const error = await new Promise((resolve) => backend.openQueue('lane', resolve));
      expect(error).toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
      await backend.close();
    });

    it('lets a worker that refuses the certificate run on, with a line every ten seconds', async () => {
      worker = spawn(process.execPath, [PROGRAM, '', url]);
      let output = '';
      worker.stdout?.on('data', (text) => (output += String(text)));
      const lines = await eventually(
        () => Promise.resolve(output.trim().split('\n')),
        ({ length }) => length > 1,
      );
      const line = { event: 'queue.worker_error', errorCode: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' };
      expect(lines.map((text): unknown => JSON.parse(text))).toEqual([
        expect.objectContaining(line),
        expect.objectContaining({ ...line, leftOut: expect.any(Number) }),
      ]);
    });

    it('lets a worker start while the server is away, and take jobs once it is there', async () => {
      await redis.stop(STOP_GRACE_MS);
      const backend = openRedisBackend(url, { ...STANDALONE, authority });
      const consumer = new JobConsumer(backend, log);
      let take = (): void => undefined;
      const taken = new Promise<void>((resolve) => (take = resolve));
      await consumer.start('lane', 1, () => Promise.resolve(take()));
      redis = await start();
      const connection = await connectQueue({ databaseUrl: '', queueUrl: redis.url });
      await connection.queue.enqueueWakeup('lane', { laneId: randomUUID() });
      await taken;
      await connection.close();
      await consumer.close();
      await backend.close();
    });
  });
}
