import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { findFreePort } from '../../../dev/devnet/processes/ports.js';
import { TestAuthority } from '../../../test/support/certificates.js';
import { connectQueue } from '../../../test/support/queue/queue-stack.js';
import { testRun } from '../../../test/support/test-run.js';
import { findRedis, type RunningRedis, startRedis } from '../../../test/support/redis.js';
import { STANDALONE } from './connect-redis.js';
import { openRedisBackend } from './redis-queue-backend.js';

const HOST = '127.0.0.1';
const STOP_GRACE_MS = 2_000;
const PROGRAM = path.resolve('dist/test/support/queue/hold-a-wakeup.js');

/** A server of TEST_REDIS_URL has a certificate that a test cannot choose. */
const program = findRedis();
if (program !== null) {
  describe('QUEUE_URL=rediss://, on a server with TLS', () => {
    let redis: RunningRedis;
    let url: string;
    let authorityFile: string;
    let worker: ChildProcess | undefined;

    beforeAll(async () => {
      const { folder, runFolder } = testRun();
      const [port, tlsPort] = [await findFreePort(), await findFreePort()];
      const write = (name: string, content: string): string => {
        const file = path.join(folder, `redis-${port}-${name}.pem`);
        writeFileSync(file, content, { mode: 0o600 });
        return file;
      };
      const authority = new TestAuthority();
      authorityFile = write('authority', authority.certificate);
      const { certificate, privateKey } = authority.issue(HOST);
      const settings = {
        'tls-port': String(tlsPort),
        'tls-cert-file': write('certificate', certificate),
        'tls-key-file': write('key', privateKey),
        'tls-auth-clients': 'no',
      };
      const logFile = path.join(folder, `redis-${port}.log`);
      redis = await startRedis({ program, port, logFile, runFolder, settings });
      url = `rediss://${HOST}:${tlsPort}`;
    });
    afterAll(async () => {
      worker?.kill('SIGKILL');
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

    it('keeps a process from a server whose authority it does not trust', async () => {
      const backend = openRedisBackend(url, STANDALONE);
      const error = await new Promise((resolve) => backend.openQueue('lane', resolve));
      expect(error).toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
      await backend.close();
    });
  });
}
