import { setTimeout as delay } from 'node:timers/promises';
import type { Deployment } from '@app/chain';
import { SystemClock } from '@app/common';
import type { DevnetSettings } from '@app/config';
import { startPersistentChain } from './chain/chain.js';
import { DEMO_AGE_DAYS, discardUnfinishedChain, ensureDemoMarkets } from './chain/demo-markets.js';
import { ensureDeployed } from './chain/deployment.js';
import { renderStartupBanner } from './cli/startup-banner.js';
import type { Terminal } from './cli/terminal.js';
import type { DataFolder } from './data-folder.js';
import { DevnetConfig } from './devnet-config.js';
import { startMailbox, type RunningMailbox } from './mailbox/start-mailbox.js';
import { insertDemoAgents } from './postgres/demo-agents.js';
import { DATABASE, ensureDatabase, startPostgres } from './postgres/postgres.js';
import {
  apiProcess,
  mcpProcess,
  migrate,
  providerProcess,
  waitUntilReady,
  webhooksProcess,
  workerProcess,
  type AppProcess,
} from './processes/apps.js';
import { Supervisor, type ManagedProcess } from './processes/supervisor.js';
import { Reloader, type CompileFiles, type ReloadTarget } from './watch/reloader.js';
import { watchSources, type SourceWatcher } from './watch/source-watcher.js';

/** Time for kinds of processes to stop, in the order in which they stop: users of a process stop before it. */
const STOP_ORDER = [
  { kinds: ['mcp'], graceMs: 500 },
  { kinds: ['api'], graceMs: 2_500 },
  { kinds: ['worker', 'webhooks'], graceMs: 2_500 },
  { kinds: ['wallet-provider'], graceMs: 1_000 },
  { kinds: ['chain'], graceMs: 1_500 },
  { kinds: ['postgres'], graceMs: 1_500 },
] as const;

export const MAX_STOP_MS = STOP_ORDER.reduce((sum, { graceMs }) => sum + graceMs, 0);
const RELOAD_GRACE_MS = 2_500;
const DAY_S = 86_400;

type Kind = (typeof STOP_ORDER)[number]['kinds'][number];

export interface DevnetOptions {
  readonly settings: DevnetSettings;
  readonly folder: DataFolder;
  readonly terminal: Terminal;
  readonly inherited: Readonly<Record<string, string>>;
}

/** The whole product on one machine, kept running until `stop`. */
export class Devnet {
  private readonly supervisors: { kind: Kind; supervisor: Supervisor }[] = [];
  private readonly reloadTargets: ReloadTarget[] = [];
  private readonly config: DevnetConfig;
  private mailbox: RunningMailbox | null = null;
  private watcher: SourceWatcher | null = null;
  private isStopping = false;

  constructor(private readonly options: DevnetOptions) {
    this.config = new DevnetConfig(options.settings, options.folder, options.inherited);
  }

  /** Starts each process as soon as the ones it needs are ready, and prints the banner. */
  async start(): Promise<void> {
    const { settings, terminal, folder } = this.options;
    terminal.step(
      'starting PostgreSQL, the chain and the mailbox; then the wallet provider, the worker, webhooks and the API',
    );
    const configured = this.startChain().then((deployment) => this.config.stack(deployment));
    const servers = Promise.all([this.startDatabase(), this.startMailbox()]);
    const apps = configured.then((stack) =>
      Promise.all([
        this.startApp('wallet-provider', providerProcess(stack)),
        ...stack.workerPorts.map((_, index) => this.startApp('worker', workerProcess(stack, index), servers)),
        this.startApp('api', apiProcess(stack), servers),
        this.startApp('webhooks', webhooksProcess(stack), servers),
        this.startApp('mcp', mcpProcess(stack, settings.MCP_PORT)),
      ]),
    );
    await Promise.all([servers, apps]);
    terminal.plain(renderStartupBanner({ settings, dataFolder: folder.root, elapsed: terminal.elapsed }));
  }

  /** Restarts API, workers and webhooks after each change of their sources. Requires `start`. */
  async watch(compile: CompileFiles): Promise<void> {
    const { terminal } = this.options;
    const reloader = new Reloader({
      compile,
      targets: this.reloadTargets,
      clock: new SystemClock(),
      announce: (line) => terminal.step(line),
    });
    this.watcher = await watchSources((files) => reloader.changed(files));
    terminal.step('watching the sources of API, worker, webhooks and libraries');
  }

  /** Stops all processes in order. None is left when it resolves. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.watcher?.close();
    await this.mailbox?.stop();
    for (const { kinds, graceMs } of STOP_ORDER) {
      const stopping = this.supervisors.filter((entry) => kinds.some((kind) => kind === entry.kind));
      const stopped = Promise.all(stopping.map(({ supervisor }) => supervisor.stop(graceMs)));
      // A process that is starting at this moment is left to `killAll`.
      await Promise.race([stopped, delay(graceMs + 250, null, { ref: false })]);
    }
    await this.killAll();
  }

  async killAll(): Promise<void> {
    await this.options.folder.run.endLeftovers({ graceMs: 0 });
  }

  private async startDatabase(): Promise<void> {
    const { settings, folder, terminal, inherited } = this.options;
    await this.supervise('postgres', {
      name: 'postgres',
      start: () =>
        startPostgres({
          dataDir: folder.path('postgres'),
          port: settings.POSTGRES_PORT,
          password: this.config.secrets.postgresPassword,
          logFile: folder.logFile('postgres'),
          runFolder: folder.run,
          durable: true,
        }),
    });
    terminal.step(`PostgreSQL on port ${settings.POSTGRES_PORT}`);
    await ensureDatabase(this.config.databaseUrl('postgres'), DATABASE);
    const databaseUrl = this.config.databaseUrl(DATABASE);
    const summary = await migrate({
      databaseUrl,
      passwords: this.config.secrets,
      inherited,
      runFolder: folder.run,
      isDemo: settings.DEMO_DATA,
    });
    if (settings.DEMO_DATA) await insertDemoAgents(databaseUrl);
    terminal.step(summary);
  }

  private async startChain(): Promise<Deployment> {
    const { settings, folder, terminal } = this.options;
    const { rpcUrl, secrets } = this.config;
    discardUnfinishedChain(folder, folder.path('chain'));
    await this.supervise('chain', {
      name: 'chain',
      start: () =>
        startPersistentChain({
          port: settings.CHAIN_PORT,
          folder: folder.path('chain'),
          startS: settings.DEMO_DATA ? Math.floor(Date.now() / 1_000) - DEMO_AGE_DAYS * DAY_S : null,
          logFile: folder.logFile('chain'),
          runFolder: folder.run,
        }),
    });
    const deployment = await ensureDeployed({ folder, rpcUrl, faucetKey: secrets.faucetKey });
    terminal.step(`chain on port ${settings.CHAIN_PORT}, market factory at ${deployment.factory}`);
    if (settings.DEMO_DATA) await this.ensureDemoMarkets(deployment);
    return deployment;
  }

  /** The product runs without the demo markets too. */
  private async ensureDemoMarkets(deployment: Deployment): Promise<void> {
    const { folder, terminal } = this.options;
    try {
      const isNew = await ensureDemoMarkets({ folder, rpcUrl: this.config.rpcUrl, deployment });
      if (isNew) terminal.step('demo markets with some weeks of history are on the chain');
    } catch (error) {
      terminal.step(`no demo markets: ${error instanceof Error ? error.message : 'unknown error'}`);
    }
  }

  private async startMailbox(): Promise<void> {
    const { settings, folder, terminal } = this.options;
    this.mailbox = await startMailbox({
      smtpPort: settings.SMTP_PORT,
      httpPort: settings.INBOX_PORT,
      file: folder.path('inbox', 'messages.jsonl'),
    });
    terminal.step(`mailbox on port ${settings.INBOX_PORT}, SMTP on port ${settings.SMTP_PORT}`);
  }

  /** Starts an app after the servers that it needs. */
  private async startApp(kind: Kind, app: AppProcess, servers?: Promise<unknown>): Promise<void> {
    const { folder, terminal } = this.options;
    const logFile = folder.logFile(app.name);
    // The provider logs each of its many calls, which are not printed, like those of PostgreSQL and the chain.
    const log = kind === 'wallet-provider' ? logFile : terminal.openOutput(app.name, logFile);
    await servers;
    const supervisor = await this.supervise(kind, {
      name: app.name,
      start: () => app.launch(log),
      waitUntilReady: (running) => waitUntilReady(app, running),
    });
    if (kind === 'api' || kind === 'worker' || kind === 'webhooks') {
      this.reloadTargets.push({ app: kind, name: app.name, restart: () => supervisor.restart(RELOAD_GRACE_MS) });
    }
    terminal.step(`${app.name} at ${app.url}`);
  }

  private async supervise(kind: Kind, managed: ManagedProcess): Promise<Supervisor> {
    if (this.isStopping) throw new Error('the start was interrupted');
    const supervisor = new Supervisor(managed, {
      clock: new SystemClock(),
      sleep: async (delayMs, signal) => {
        await delay(delayMs, null, { signal }).catch(() => null); // an abort ends the wait early
      },
      announce: (line) => this.options.terminal.step(line),
    });
    this.supervisors.push({ kind, supervisor });
    await supervisor.start();
    return supervisor;
  }
}
