import { DATABASE, ensureDatabase } from '../../../../dev/devnet/postgres/postgres.js';
import { openStack } from '../../../support/stack/open-stack.js';
import { eventually } from '../../../support/eventually.js';
import { type OpsResult, runOps } from '../../../support/run-ops.js';
import { testRun } from '../../../support/test-run.js';
import { useProduct } from '../../support/product.js';
import { followRunbook, outputOf } from '../../runbooks/follow-runbook.js';
import { openOperatorShell } from '../../runbooks/operator-shell.js';
import { PersistentAgent } from '../persistent-agent.js';
import { RestorablePostgres } from '../restorable-postgres.js';

const DEADLINE_S = 15;
/** Maximum time beyond the deadline until executions end again. */
const MAX_RECOVERY_MS = 120_000;
/** Requests of each agent that end before a copy is made, and after it. */
const ROUND = 3;
/** One of so many requests is repeated in the end. */
const SAMPLED = 20;
/** Requests after a copy that are repeated after its restore. It lacks the first of them at least. */
const REPEATED = 3 * ROUND;

/** About four minutes. */
describe('a database that is restored under load', () => {
  let postgres: RestorablePostgres;
  let agents: PersistentAgent[] = [];
  let market: string;
  /** Requests of each agent that had ended before the last copy. */
  let copied: number[] = [];
  const product = useProduct(async () => {
    postgres = await RestorablePostgres.start(testRun());
    await ensureDatabase(postgres.url('postgres'), DATABASE);
    const env = { EXECUTION_DEADLINE_S: String(DEADLINE_S) };
    return openStack({ run: testRun(), databaseUrl: postgres.url(), workers: 2, custody: 'keystore', env });
  });

  beforeAll(async () => {
    const clients = await product.fundedAgents('agent_alice_01', 'agent_bob_01');
    const reference = await product.createMarket(clients[0] ?? product.agent(''), 'restored');
    market = reference.market_contract_address;
    agents = clients.map((client) => new PersistentAgent(client, reference));
    for (const agent of agents) agent.start();
  });

  afterAll(async () => {
    for (const agent of agents) agent.abandon();
    await postgres?.stop();
  });

  const ops = (...words: string[]): Promise<OpsResult> =>
    runOps(product.stack, words, { EXECUTION_DEADLINE_S: String(DEADLINE_S) });
  const effects = async (): Promise<string[]> => {
    const events = await product.chain.readEvents(market);
    return events.flatMap(({ name, ref }) => (name === 'Bought' && ref !== null ? [ref] : []));
  };
  const areLanesStopped = async (): Promise<boolean> => {
    const [row] = await postgres.query<{ stopped: boolean }>(
      'SELECT reconcile_since IS NOT NULL AS stopped FROM engine_cluster',
    );
    return row?.stopped === true;
  };

  /** Waits until each agent has executed some more requests. */
  async function round(): Promise<void> {
    const done = agents.map(({ hashes }) => hashes.length + ROUND);
    const isDone = () => Promise.resolve(agents.every(({ hashes }, index) => hashes.length >= (done[index] ?? 0)));
    await eventually(isDone, (all) => all, DEADLINE_S * 1000 + MAX_RECOVERY_MS);
  }

  /** Makes a copy of the database, which lacks the requests of the next round. */
  async function copy(make: () => Promise<void>): Promise<void> {
    await make();
    copied = agents.map(({ hashes }) => hashes.length);
    await round();
  }

  async function stopProcesses(): Promise<void> {
    const { api, workers } = product.stack;
    await Promise.all([api, ...workers].map((process) => process.kill('SIGKILL')));
  }

  async function startProcesses(): Promise<void> {
    const { api, workers } = product.stack;
    await Promise.all([api, ...workers].map((process) => process.start()));
  }

  /** Waits until lanes are stopped. Nothing is sent from the restore on until they are served again. */
  async function awaitStop(): Promise<number> {
    await eventually(areLanesStopped, (stopped) => stopped);
    return (await effects()).length;
  }

  /** Waits until lanes are served, and checks that each request has been executed once. */
  async function expectRecovery(effectsAtStop: number): Promise<void> {
    const outcome = await eventually(
      async () => ({ stopped: await areLanesStopped(), effects: (await effects()).length }),
      ({ stopped, effects: found }) => !stopped || found !== effectsAtStop,
      DEADLINE_S * 1000 + MAX_RECOVERY_MS,
    );
    expect(outcome.stopped).toBe(false);
    await round();
    for (const [index, agent] of agents.entries()) {
      const from = copied[index] ?? 0;
      const known = agent.hashes.slice(from, from + REPEATED);
      for (const [offset, hash] of known.entries()) expect(await agent.buy(from + offset + 1)).toBe(hash);
    }
    await expectOneEffectEach();
  }

  async function expectOneEffectEach(): Promise<void> {
    const { out } = await eventually(
      () => ops('verify'),
      ({ code }) => code === 0,
    );
    expect(out).toContain('happened once');
    const refs = await effects();
    expect(new Set(refs).size).toBe(refs.length);
  }

  it('as a base backup that was copied back without a recovery, while all processes were stopped', async () => {
    await round();
    await copy(() => postgres.backUp());
    await stopProcesses();
    await postgres.restoreFiles({ recovers: false });
    await startProcesses();
    await expectRecovery(await awaitStop());
  });

  it('as a snapshot of the disk, under running processes', async () => {
    await copy(() => postgres.takeSnapshot());
    await postgres.restoreFiles({ recovers: false });
    await expectRecovery(await awaitStop());
  });

  it('by recovery from an archive', async () => {
    await copy(() => postgres.takeSnapshot());
    await postgres.restoreFiles({ recovers: true });
    await expectRecovery(await awaitStop());
  });

  it('as a copy within the same server, and an operator follows the runbook', async () => {
    const shell = await openOperatorShell(product.stack, { EXECUTION_DEADLINE_S: String(DEADLINE_S) });
    product.onStop(() => shell.close());
    const { api, workers } = product.stack;
    const since = new Date().toISOString();
    await copy(() => postgres.copyDatabase());
    let effectsAtStop = 0;
    let reconciled = '';
    const followed = await followRunbook(shell, 'postgres-restored', {
      values: { '2027-01-31T03:00:00Z': since },
      actions: {
        'Stop API, workers': () => stopProcesses(),
        '[Restore]': async () => {
          await postgres.restoreDatabase();
          effectsAtStop = (await effects()).length;
        },
        'Start workers': () => Promise.all(workers.map((worker) => worker.start())),
        'Repeat `npm run ops -- restored`': async () => {
          const answer = (): Promise<OpsResult> => ops('restored');
          reconciled = (await eventually(answer, ({ code }) => code === 0, DEADLINE_S * 1000 + MAX_RECOVERY_MS)).out;
        },
        'Start API and webhooks': async () => {
          expect((await effects()).length).toBe(effectsAtStop);
          await api.start();
        },
      },
      showsFault: (_part, command) => command.includes('restored'),
    });
    expect(outputOf(followed, '--since')).toContain('lanes are stopped');
    expect(reconciled).toMatch(/effects of lost intents were recorded/);
    expect(reconciled).toContain('API keys: revoked ones are valid again');
    expect(outputOf(followed, 'verify')).toContain('of intents lost by a restore');
    expect((await ops('pauses')).out).not.toContain('global');
    await expectRecovery(effectsAtStop);
  });

  it('has executed each request once in the end', async () => {
    await Promise.all(agents.map((agent) => agent.stop()));
    const hashes = agents.flatMap((agent) => agent.hashes);
    expect((await effects()).length).toBe(hashes.length);
    for (const agent of agents) {
      for (const [index, hash] of agent.hashes.entries()) {
        if (index % SAMPLED === 0) expect(await agent.buy(index + 1)).toBe(hash);
      }
    }
    await expectOneEffectEach();
    expect((await effects()).length).toBe(hashes.length);
  });
});
