import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Secret } from '@app/common';
import { SecretBox, WebhooksRepository, WebhooksService } from '@app/webhooks';
import { eventually } from '../../../test/support/eventually.js';
import { openDatabase, type OpenDatabase } from '../../../test/support/open-database.js';
import { testRun } from '../../../test/support/test-run.js';
import { previewIntents } from '../../../test/webhooks/preview-intents.js';
import { WEBHOOK_KEY } from '../../../test/webhooks/webhook-key.js';
import { roleUrl } from '../../../tools/stack/database-roles.js';
import { Random } from '../../../tools/support/random.js';
import { findFreePort } from '../../devnet/src/processes/ports.js';
import { startNodeApp } from '../../devnet/src/processes/node-app.js';
import { startProcess, type RunningProcess } from '../../devnet/src/processes/start-process.js';
import { builtFile, PROJECT_ROOT } from '../../devnet/src/project-root.js';

const SEED = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);
const AGENTS = Array.from({ length: 5 }, (_, index) => `agent_killed_hooks_${index}`);
const KILLS = 50;
const EVENTS_PER_KILL = 20;
const DRAIN_TIMEOUT_MS = 240_000;

interface Arrival {
  readonly id: string;
  readonly agentId: string;
  readonly seq: number;
}

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

  function readArrivals(): Arrival[] {
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Arrival);
  }

  function lastSeqOf(agentId: string): number {
    return Math.max(0, ...readArrivals().flatMap((one) => (one.agentId === agentId ? [one.seq] : [])));
  }

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

  function receiverProcess(port: number): Killable {
    return new Killable(() =>
      startProcess({
        name: 'receiver',
        command: process.execPath,
        args: [path.join(PROJECT_ROOT, 'test/webhooks/recording-receiver.mjs'), String(port), file],
        cwd: PROJECT_ROOT,
        env: process.env,
        log: () => undefined,
        runFolder: testRun().runFolder,
        stopSignal: 'SIGTERM',
      }),
    );
  }

  it(`lose none of ${KILLS * EVENTS_PER_KILL} events, keep their order, and repeat only under one id`, async () => {
    const random = new Random(SEED);
    const port = await findFreePort();
    const service = new WebhooksService({
      webhooks: new WebhooksRepository(open.database),
      secrets: new SecretBox(new Secret(WEBHOOK_KEY)),
      rules: { allowsPrivate: true },
    });
    const terms = { url: `http://127.0.0.1:${port}/`, agentIds: null, types: null };
    await service.create({ accountId: null, agentIds: null }, terms);
    programs = [await webhooksProcess(), await webhooksProcess(), receiverProcess(port)];
    for (const program of programs) await program.start();

    for (let kill = 0; kill < KILLS; kill += 1) {
      for (const agentId of AGENTS) await previewIntents(open.database, agentId, EVENTS_PER_KILL / AGENTS.length);
      await delay(random.between(50, 1_000));
      await programs[random.between(0, programs.length - 1)]?.killAndStart();
    }
    const perAgent = (KILLS * EVENTS_PER_KILL) / AGENTS.length;
    await eventually(
      () => Promise.resolve(AGENTS.map((agentId) => lastSeqOf(agentId))),
      (heads) => heads.every((seq) => seq === perAgent),
      DRAIN_TIMEOUT_MS,
    );

    const arrivals = readArrivals();
    const rows = await listEvents();
    const ids = new Set(arrivals.map(({ id }) => id));
    expect([...ids].sort()).toEqual(rows.map(({ id }) => id).sort());
    for (const agentId of AGENTS) {
      let last = 0;
      for (const { seq, id } of arrivals.filter((one) => one.agentId === agentId)) {
        // An event is repeated before the next one is sent, never after it.
        expect([last, last + 1]).toContain(seq);
        expect(rows).toContainEqual({ log: `agent:${agentId}`, seq, id });
        last = seq;
      }
      expect(last).toBe(perAgent);
    }
    process.stdout.write(`${arrivals.length} deliveries of ${ids.size} events, ${KILLS} kills\n`);
  });

  async function listEvents(): Promise<{ log: string; seq: number; id: string }[]> {
    return open.database.query('SELECT log, seq::int, id FROM logged_events');
  }
});
