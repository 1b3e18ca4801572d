import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Secret } from '@app/common';
import { SecretBox, WebhooksRepository, WebhooksService } from '@app/events';
import { eventually } from '../../../../test/support/eventually.js';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { testRun } from '../../../../test/support/test-run.js';
import { previewIntents } from '../../../../test/webhooks/preview-intents.js';
import { WEBHOOK_KEY } from '../../../../test/webhooks/webhook-key.js';
import { roleUrl } from '../../../../test/support/stack/database-roles.js';
import { Random } from '../../../../tools/support/random.js';
import { checkDeliveries, type ExpectedEvent } from '../../../../tools/support/webhooks/check-deliveries.js';
import { readArrivals, receiverProcess } from '../../../../tools/support/webhooks/receiver-process.js';
import { findFreePort } from '../../../../test/support/free-ports.js';
import { startNodeApp } from '../../../../dev/devnet/processes/node-app.js';
import type { RunningProcess } from '../../../../dev/devnet/processes/start-process.js';
import { builtFile } from '../../../../dev/devnet/project-root.js';

const SEED = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);
const AGENTS = Array.from({ length: 5 }, (_, index) => `agent_killed_hooks_${index}`);
const KILLS = 50;
const EVENTS_PER_KILL = 20;
const DRAIN_TIMEOUT_MS = 240_000;

/** A program that is started again after each kill. */
class Killable {
  private running: RunningProcess | undefined;

  constructor(private readonly launch: () => Promise<RunningProcess>) {}

  async start(): Promise<void> {
    this.running = await this.launch();
  }

  async killAndStart(): Promise<void> {
    this.running?.kill('SIGKILL');
    await this.running?.exited;
    await this.start();
  }

  async stop(): Promise<void> {
    await this.running?.stop(0);
  }
}

describe(`webhooks and their receiver, killed at random moments (KILL_SEED=${SEED})`, () => {
  let open: OpenDatabase;
  let programs: Killable[] = [];
  const file = path.join(testRun().folder, `arrivals-${randomBytes(4).toString('hex')}.jsonl`);

  beforeAll(async () => {
    open = await openDatabase();
    for (const agentId of AGENTS) {
      await open.database.query(`INSERT INTO users (kind, agent_id) VALUES ('agent', $1)`, [agentId]);
    }
  });
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.stop()));
    await open?.close();
  });

  async function webhooksProcess(): Promise<Killable> {
    const port = await findFreePort();
    const env = {
      ...(process.env as Record<string, string>),
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      DATABASE_URL: roleUrl(new Secret(open.url), 'webhooks').reveal(),
      WEBHOOK_KEY,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      WEBHOOK_TIMEOUT_MS: '1000',
      WEBHOOKS_PORT: String(port),
    };
    const entry = builtFile('apps/webhooks/src/main.ts');
    const log = (): void => undefined;
    return new Killable(() => startNodeApp({ name: 'webhooks', entry, env, log, runFolder: testRun().runFolder }));
  }

  it(`lose none of ${KILLS * EVENTS_PER_KILL} events, keep their order, and repeat only under one id`, async () => {
    const random = new Random(SEED);
    const port = await findFreePort();
    const service = new WebhooksService({
      webhooks: new WebhooksRepository(open.database),
      secrets: new SecretBox([new Secret(WEBHOOK_KEY)]),
      rules: { allowsPrivate: true },
    });
    const terms = { url: `http://127.0.0.1:${port}/`, agentIds: null, types: null };
    const { secret } = await service.create({ accountId: null, agentIds: null }, terms);
    const receiver = receiverProcess({ port, file, runFolder: testRun().runFolder });
    const receives = new Killable(() => receiver.launch(() => undefined));
    programs = [await webhooksProcess(), await webhooksProcess(), receives];
    for (const program of programs) await program.start();

    for (let kill = 0; kill < KILLS; kill += 1) {
      for (const agentId of AGENTS) await previewIntents(open.database, agentId, EVENTS_PER_KILL / AGENTS.length);
      await delay(random.between(50, 1_000));
      await programs[random.between(0, programs.length - 1)]?.killAndStart();
    }
    const subscription = { path: '/', secret: secret.reveal(), types: null };
    const events = await listEvents();
    const { repeated, faults } = await eventually(
      () => Promise.resolve(checkDeliveries(readArrivals(file), [subscription], events)),
      ({ lost }) => lost.length === 0,
      DRAIN_TIMEOUT_MS,
    );
    expect(faults).toEqual([]);
    process.stdout.write(`${repeated} of ${events.length} events repeated, ${KILLS} kills\n`);
    expect(events).toHaveLength(KILLS * EVENTS_PER_KILL);
  });

  async function listEvents(): Promise<ExpectedEvent[]> {
    return open.database.query('SELECT log, seq::int, id, type FROM logged_events');
  }
});
