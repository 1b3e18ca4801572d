import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AgentsModule } from '@app/agents';
import { MarketReader } from '@app/chain';
import { Clock } from '@app/common';
import { type ApiSettings, loadApiSettings } from '@app/config';
import { ReadModels } from '@app/indexer';
import { AcceptanceService, ExecutionPreview, IntentsModule } from '@app/intents';
import { MarketsModule } from '@app/markets';
import { Logger, Metrics, NestLogger, ObservabilityModule } from '@app/observability';
import { Database, PersistenceModule } from '@app/persistence';
import { WorkerTasksService } from '@app/queue';
import { CONTROLLERS } from '../../apps/api/src/app.module.js';
import { HttpModule } from '../../apps/api/src/http/http.module.js';
import { createDocument } from '../../apps/api/src/docs/create-document.js';
import { computeHandlerTimeoutMs, createAdapter } from '../../apps/api/src/http/create-adapter.js';
import { SettingsModule } from '../../apps/api/src/settings.module.js';
import { Contract } from '../openapi/contract.js';
import { noteAnsweredCode } from '../support/answered-codes.js';
import { createTestDatabase } from '../support/index.js';
import type { AnswerBody } from './answer-body.js';
import { FakeAcceptance, FakePreview, FakeMarketReader, FakeReadModels, FakeWorkerTasks } from './fakes.js';
import { COLLATERAL, FACTORY, walletBody } from './requests.js';

export interface Answer {
  status: number;
  body: AnswerBody;
  headers: Headers;
}

/** The agent API in this process, on a real database, with fakes for the worker's part. */
export class AgentsApi {
  readonly engine = new FakeAcceptance();
  readonly tasks = new FakeWorkerTasks();
  readonly marketReader = new FakeMarketReader();
  readonly readModels = new FakeReadModels();
  readonly preview = new FakePreview();
  settings: ApiSettings;
  database: Database;
  /** Clock of the services, which tests may replace. */
  clock: Clock;
  url: string;
  private contract: Contract;
  private close: () => Promise<void>;

  static async start(overrides: Partial<ApiSettings> = {}): Promise<AgentsApi> {
    const api = new AgentsApi();
    const testDatabase = await createTestDatabase();
    const settings = { ...settingsFor(testDatabase.url), ...overrides };
    const log = Logger.create({ app: 'test', level: settings.LOG_LEVEL, format: 'json' });
    const app = await NestFactory.create<NestFastifyApplication>(
      TestAppModule.forRoot(api, settings),
      createAdapter(settings),
      { logger: new NestLogger(log), bodyParser: false, abortOnError: false },
    );
    await app.listen(0, '127.0.0.1');
    api.settings = settings;
    api.url = await app.getUrl();
    api.contract = Contract.ofObject(createDocument(app));
    api.database = app.get(Database);
    api.clock = app.get(Clock, { strict: false });
    api.engine.database = api.database;
    api.tasks.database = api.database;
    api.close = async () => {
      app.getHttpServer().closeAllConnections();
      await app.close();
      await testDatabase.drop();
    };
    return api;
  }

  stop(): Promise<void> {
    return this.close();
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  /** @param body sent as JSON, a string as it is, and nothing when undefined */
  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, {
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  /** Registers a wallet. @throws Error if it is refused */
  async register(agentId: string, fields: object = {}): Promise<AnswerBody['agent_wallet']> {
    const { status, body } = await this.post('/agent/wallets', walletBody(agentId, fields));
    if (status > 201) throw new Error(`registering answered ${status}: ${JSON.stringify(body)}`);
    return body.agent_wallet;
  }

  private async send(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(this.url + path, { method, ...init });
    const body = (await response.json()) as AnswerBody;
    noteAnsweredCode(body);
    this.contract.expectDescribed({ method, path, status: response.status, body });
    return { status: response.status, body, headers: response.headers };
  }
}

@Module({})
class TestAppModule {
  static forRoot(api: AgentsApi, settings: ApiSettings): DynamicModule {
    return {
      module: TestAppModule,
      imports: [
        SettingsModule.forRoot(settings),
        ObservabilityModule.forRoot({
          app: 'test',
          log: Logger.create({ app: 'test', level: settings.LOG_LEVEL, format: 'json' }),
        }),
        PersistenceModule.forRoot({ settings, applicationName: 'presage-test' }),
        MetricsModule,
        HttpModule.forRoot({ handlerTimeoutMs: computeHandlerTimeoutMs(settings) }),
        MarketsModule,
        withFakes(AgentsModule.forRoot(settings), [{ provide: WorkerTasksService, useValue: api.tasks }]),
        withFakes(IntentsModule.forRoot(settings), [
          { provide: AcceptanceService, useValue: api.engine },
          { provide: ExecutionPreview, useValue: api.preview },
          { provide: MarketReader, useValue: api.marketReader },
          { provide: ReadModels, useValue: api.readModels },
        ]),
      ],
      controllers: CONTROLLERS,
    };
  }
}

@Global()
@Module({ providers: [{ provide: Metrics, useValue: Metrics.off() }], exports: [Metrics] })
class MetricsModule {}

/** The last provider of a token replaces earlier ones. */
function withFakes(module: DynamicModule, fakes: Provider[]): DynamicModule {
  return { ...module, providers: [...(module.providers ?? []), ...fakes] };
}

function settingsFor(databaseUrl: string): ApiSettings {
  return loadApiSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_MAX: '8',
    DATABASE_CONNECT_TIMEOUT_MS: '60000', // a slow machine must not count as overload
    CHAIN_RPC_URL: 'http://127.0.0.1:1',
    FACTORY_ADDRESS: FACTORY,
    COLLATERAL_ADDRESS: COLLATERAL,
    PASSCODE_KEY: '00'.repeat(32),
    PASSCODE_CLIENT_LIMIT: '0',
    PASSCODE_SERVICE_LIMIT: '0',
    EXECUTE_WAIT_MS: '30000',
  });
}
