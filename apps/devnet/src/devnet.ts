import { setTimeout as delay } from 'node:timers/promises';
import { SystemClock, type Secret } from '@app/common';
import type { DevnetSettings } from '@app/config';
import type { Deployment } from '@app/contracts';
import { renderStartupBanner } from './cli/startup-banner.js';
import type { DataFolder } from './data-folder.js';
import { ensureDeployed } from './chain/deployment.js';
import { startInbox, type RunningInbox } from './mailbox/start-inbox.js';
import { apiPart, migrate, providerPart, untilReady, workerPart, type AppPart } from './processes/apps.js';
import { startKeptChain } from './chain/chain.js';
import { DATABASE, ensureDatabase, postgresUrl, startPostgres } from './postgres/postgres.js';
import { metricsPorts, workerPorts } from './cli/port-check.js';
import { loadSecrets, type DevnetSecrets } from './secrets.js';
import type { StackConfig } from './stack-config.js';
import { Supervisor, type Part } from './processes/supervisor.js';
import type { Terminal } from './cli/terminal.js';

/** How long each kind of part may take for its end, in the order in which they end; 9 s together. */
const STOP_ORDER = [
  { kind: 'api', graceMs: 2_500 },
  { kind: 'worker', graceMs: 2_500 },
  { kind: 'wallet-provider', graceMs: 1_000 },
  { kind: 'chain', graceMs: 1_500 },
  { kind: 'postgres', graceMs: 1_500 },
] as const;

/** An orderly end takes no longer than this, whatever the parts do. */
export const MAX_END_MS = STOP_ORDER.reduce((sum, { graceMs }) => sum + graceMs, 0);

type Kind = (typeof STOP_ORDER)[number]['kind'];

export interface DevnetOptions {
  readonly settings: DevnetSettings;
  readonly folder: DataFolder;
  readonly terminal: Terminal;
  readonly inherited: Readonly<Record<string, string>>;
}

/** The whole product on one machine, kept running until `stop`. */
export class Devnet {
  private readonly supervisors: { kind: Kind; supervisor: Supervisor }[] = [];
  private readonly secrets: DevnetSecrets;
  private inbox: RunningInbox | null = null;
  private stopping = false;

  constructor(private readonly options: DevnetOptions) {
    this.secrets = loadSecrets(options.folder);
  }

  /** Starts everything, each part as soon as what it needs is there, and shows the board. */
  async start(): Promise<void> {
    const { settings, terminal, folder } = this.options;
    const site = this.startChain().then((deployment) => this.site(deployment));
    const provider = site.then((ready) => this.startApp('wallet-provider', providerPart(ready)));
    const [ready] = await Promise.all([site, provider, this.startDatabase(), this.startInbox()]);
    const workers = ready.workerPorts.map((_, index) => this.startApp('worker', workerPart(ready, index)));
    await Promise.all([...workers, this.startApp('api', apiPart(ready))]);
    terminal.plain(renderStartupBanner({ settings, dataFolder: folder.root, elapsed: terminal.elapsed }));
  }

  /** Ends everything in order: what uses another part goes before it. Nothing is left when it resolves. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.inbox?.stop();
    for (const { kind, graceMs } of STOP_ORDER) {
      const ending = this.supervisors.filter((entry) => entry.kind === kind);
      const ended = Promise.all(ending.map(({ supervisor }) => supervisor.stop(graceMs)));
      // A part that is being started again at this moment is left to `killAll`.
      await Promise.race([ended, delay(graceMs + 250, null, { ref: false })]);
    }
    await this.killAll();
  }

  /** Ends at once whatever is still alive. */
  async killAll(): Promise<void> {
    await this.options.folder.run.clearLeftovers({ graceMs: 0 });
  }

  private async startDatabase(): Promise<void> {
    const { settings, folder, terminal, inherited } = this.options;
    await this.supervise('postgres', {
      name: 'postgres',
      start: () =>
        startPostgres({
          dataDir: folder.path('postgres'),
          port: settings.POSTGRES_PORT,
          password: this.secrets.postgresPassword,
          logFile: folder.logFile('postgres'),
          runFolder: folder.run,
          durable: true,
        }),
    });
    terminal.step(`PostgreSQL on port ${settings.POSTGRES_PORT}`);
    await ensureDatabase(this.databaseUrl('postgres'), DATABASE);
    const summary = await migrate({ databaseUrl: this.databaseUrl(DATABASE), inherited, runFolder: folder.run });
    terminal.step(`${summary}; the demo data is there`);
  }

  private async startChain(): Promise<Deployment> {
    const { settings, folder, terminal } = this.options;
    const rpcUrl = this.rpcUrl();
    await this.supervise('chain', {
      name: 'chain',
      start: () =>
        startKeptChain({
          port: settings.CHAIN_PORT,
          folder: folder.path('chain'),
          logFile: folder.logFile('chain'),
          runFolder: folder.run,
        }),
    });
    const deployment = await ensureDeployed({ folder, rpcUrl, faucetKey: this.secrets.faucetKey });
    terminal.step(`chain on port ${settings.CHAIN_PORT}, market factory at ${deployment.factory}`);
    return deployment;
  }

  private async startInbox(): Promise<void> {
    const { settings, folder, terminal } = this.options;
    this.inbox = await startInbox({
      smtpPort: settings.SMTP_PORT,
      httpPort: settings.INBOX_PORT,
      file: folder.path('inbox', 'messages.jsonl'),
    });
    terminal.step(`inbox on port ${settings.INBOX_PORT}, SMTP on port ${settings.SMTP_PORT}`);
  }

  private async startApp(kind: Kind, app: AppPart): Promise<void> {
    const { folder, terminal } = this.options;
    // The provider writes a line for each of its many calls: they go to a file, like those of PostgreSQL and the chain.
    const log = kind === 'wallet-provider' ? folder.logFile(app.name) : terminal.part(app.name);
    await this.supervise(kind, {
      name: app.name,
      start: () => app.launch(log),
      untilReady: (running) => untilReady(app, running),
    });
    terminal.step(`${app.name} at ${app.url}`);
  }

  private async supervise(kind: Kind, part: Part): Promise<void> {
    if (this.stopping) throw new Error('the start was called off');
    const supervisor = new Supervisor(part, {
      clock: new SystemClock(),
      sleep: async (delayMs, signal) => {
        // Being woken early by the end is no failure.
        await delay(delayMs, null, { signal }).catch(() => null);
      },
      announce: (line) => this.options.terminal.step(line),
    });
    this.supervisors.push({ kind, supervisor });
    await supervisor.start();
  }

  private site(deployment: Deployment): StackConfig {
    const { settings, folder, inherited } = this.options;
    return {
      secrets: this.secrets,
      databaseUrl: this.databaseUrl(DATABASE),
      rpcUrl: this.rpcUrl(),
      deployment,
      apiHost: settings.API_HOST,
      apiPort: settings.API_PORT,
      workerPorts: workerPorts(settings),
      metricsPorts: metricsPorts(settings),
      providerPort: settings.PROVIDER_PORT,
      providerDataDir: folder.path('wallet-provider'),
      smtpPort: settings.SMTP_PORT,
      runFolder: folder.run,
      inherited,
    };
  }

  private databaseUrl(database: string): Secret {
    return postgresUrl({
      port: this.options.settings.POSTGRES_PORT,
      password: this.secrets.postgresPassword,
      database,
    });
  }

  private rpcUrl(): string {
    return `http://127.0.0.1:${this.options.settings.CHAIN_PORT}`;
  }
}
