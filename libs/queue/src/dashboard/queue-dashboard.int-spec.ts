import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import {
  connectQueue,
  hasRedis,
  openPostgresQueue,
  openRedisQueue,
  type QueueConnection,
  type QueueFixture,
} from '../../../../test/support/queue/queue-stack.js';

interface DashboardQueue {
  name: string;
  counts: Record<string, number>;
  jobs: { id: string; data: unknown }[];
  readOnlyMode: boolean;
}

function describeDashboard(name: string, openFixture: () => Promise<QueueFixture>): void {
  describe(`the dashboard of queues on ${name}`, () => {
    let fixture: QueueFixture;
    let connection: QueueConnection;

    beforeAll(async () => {
      fixture = await openFixture();
      connection = await fixture.open();
    });
    afterAll(async () => {
      await connection?.close();
      await fixture?.close();
    });
    beforeEach(() => fixture.wipe());

    async function get(path: string, query: Record<string, string> = {}) {
      const answer = await connection.dashboard.answer({ path, query });
      if (answer === null) return { status: 404, contentType: '', body: '' };
      return { ...answer, body: answer.body.toString() };
    }

    async function readQueue(queue: string): Promise<DashboardQueue> {
      const { status, body } = await get('/api/queues', { activeQueue: queue, status: 'latest' });
      expect(status).toBe(200);
      const { queues } = JSON.parse(body) as { queues: DashboardQueue[] };
      expect(queues.map((one) => one.name)).toEqual(['lanes', 'tasks']);
      return queues.find((one) => one.name === queue) as DashboardQueue;
    }

    it('shows the waiting and delayed jobs of both queues', async () => {
      const [laneId, delayedId, taskId] = [randomUUID(), randomUUID(), randomUUID()];
      await connection.queue.enqueueWakeup('lane', { laneId }, { priority: 1 });
      await connection.queue.enqueueWakeup('lane', { laneId: delayedId }, { delayMs: 600_000 });
      await connection.queue.enqueueWakeup('task', { taskId });
      const [lanes, tasks] = [await readQueue('lanes'), await readQueue('tasks')];
      expect(lanes.counts).toMatchObject({ prioritized: 1, delayed: 1 });
      expect(lanes.jobs.map(({ data }) => data)).toEqual(expect.arrayContaining([{ laneId }, { laneId: delayedId }]));
      expect(tasks).toMatchObject({ counts: { waiting: 1 }, jobs: [{ data: { taskId } }], readOnlyMode: true });
      const { body } = await get(`/api/queues/tasks/task_${taskId}`);
      expect(JSON.parse(body)).toMatchObject({ job: { data: { taskId } }, status: 'waiting' });
    });

    it('shows of a job nothing but the ids of its payload', async () => {
      const [laneId, text] = [randomUUID(), 'text-of-a-stranger'];
      await connection.queue.enqueueWakeup('lane', { laneId, text } as { laneId: string });
      const { jobs } = await readQueue('lanes');
      expect(jobs.map(({ data }) => data)).toEqual([{ laneId }]);
      expect(JSON.stringify(jobs)).not.toContain(text);
    });

    it('describes the server of the queues', async () => {
      const { status, body } = await get('/api/redis/stats');
      expect({ status, ...(JSON.parse(body) as object) }).toMatchObject({
        ...{ status: 200, backend: name === 'Redis' ? 'redis' : 'postgres', version: expect.any(String) },
      });
    });

    it('serves a page that loads its own files only', async () => {
      const page = await get('/');
      expect(page).toMatchObject({ status: 200, contentType: 'text/html; charset=utf-8' });
      expect(page.body).toContain('<base href="/queues/"');
      expect(page.body).not.toMatch(/(href|src)="(https?:)?\/\//);
      expect((await get('/queue/lanes')).body).toBe(page.body);
      const files = [...page.body.matchAll(/(?:href|src)="(static\/[^"]+)"/g)].map(([, file = '']) => file);
      expect(files.length).toBeGreaterThan(3);
      for (const file of files) expect({ file, ...(await get(`/${file}`)) }).toMatchObject({ status: 200 });
    });

    it.each(['activeQueue', 'queueName'])('refuses a malformed encoding of %s', async (name) => {
      const path = name === 'queueName' ? '/api/job-schedulers' : '/api/queues';
      for (const text of ['%zz', '%', '%C3']) {
        expect({ text, ...(await get(path, { [name]: text })) }).toMatchObject({
          status: 400,
          body: expect.stringContaining('bad_request'),
        });
      }
      expect(await get(path, { [name]: '%6Canes' })).toMatchObject({ status: 200 });
    });

    it('serves no other file', async () => {
      for (const path of ['/static/../index.ejs', '/static/../../package.json', '/static/', '/static/js', '/else']) {
        expect(await get(path)).toMatchObject({ status: 404 });
      }
    });
  });
}

describeDashboard('PostgreSQL', openPostgresQueue);

describe('the dashboard of queues', () => {
  it('opens at a later request when the server of the queues was away at the first', async () => {
    const fixture = await openPostgresQueue();
    const server = new URL(fixture.databaseUrl);
    const sockets = new Set<Socket>();
    let isAway = false;
    const proxy = createServer((client) => {
      if (isAway) return void client.destroy();
      const upstream = connect(Number(server.port), server.hostname);
      for (const socket of [client, upstream]) sockets.add(socket.on('error', () => undefined));
      client.pipe(upstream).pipe(client);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const proxied = new URL(server);
    proxied.port = String((proxy.address() as AddressInfo).port);
    const connection = await connectQueue({ databaseUrl: proxied.href, queueUrl: '' });
    const request = { path: '/api/queues', query: { activeQueue: 'lanes' } };
    isAway = true;
    for (const socket of sockets) socket.destroy();
    await expect(connection.dashboard.answer(request)).rejects.toThrow();
    isAway = false;
    expect(await connection.dashboard.answer(request)).toMatchObject({ status: 200 });
    await connection.close();
    proxy.close();
    await fixture.close();
  });
});

if (hasRedis()) describeDashboard('Redis', openRedisQueue);
