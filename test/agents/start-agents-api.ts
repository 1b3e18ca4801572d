import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Clock } from '@app/common';
import { ExecutionEngine, ExecutionPreview, MarketReader, ReadModels, WalletTasks } from '@app/agents';
import { type ApiSettings, loadApiSettings } from '@app/config';
import { Logger, Metrics, NestLogger, ObservabilityModule } from '@app/observability';
import { Database, PersistenceModule } from '@app/persistence';
import { AgentsHttpModule } from '../../apps/api/src/agents/agents.http-module.js';
import { HttpModule } from '../../apps/api/src/http/http.module.js';
import { createAdapter } from '../../apps/api/src/http/server/create-adapter.js';
import { InFlight } from '../../apps/api/src/http/server/in-flight.js';
import { API_CONTROLLERS } from '../../apps/api/src/openapi/api-controllers.js';
import { API_VERSION } from '../../apps/api/src/openapi/api-version.js';
import { buildDocument } from '../../apps/api/src/openapi/document/build-document.js';
import { SettingsModule } from '../../apps/api/src/settings/settings.module.js';
import { Contract } from '../openapi/contract.js';
import { ENTITIES } from '../support/entities.js';
import { createTestDatabase } from '../support/index.js';
import type { AnswerBody } from './answer-body.js';
import { FakeEngine, FakeForecast, FakeMarketReader, FakeReadModels, FakeWalletTasks } from './fakes.js';
import { COLLATERAL, FACTORY, walletBody } from './requests.js';

const CONTRACT = Contract.ofObject(buildDocument(API_CONTROLLERS, API_VERSION));

export interface Answer {
  status: number;
  body: AnswerBody;
  headers: Headers;
}

/** The agent surface over HTTP in this process: a real database, and fakes for what a worker does. */
export class AgentsApi {
  readonly engine = new FakeEngine();
  readonly tasks = new FakeWalletTasks();
  readonly marketReader = new FakeMarketReader();
  readonly readModels = new FakeReadModels();
  readonly forecast = new FakeForecast();
  settings: ApiSettings;
  database: Database;
  /** The services' own; tests may hold its hands. */
  clock: Clock;
  url: string;
  private close: () => Promise<void>;

  static async start(overrides: Partial<ApiSettings> = {}): Promise<AgentsApi> {
    const api = new AgentsApi();
    const testDatabase = await createTestDatabase();
    const settings = { ...settingsFor(testDatabase.url), ...overrides };
    const log = Logger.create({ app: 'test', level: settings.LOG_LEVEL, format: 'json' });
    const inFlight = new InFlight();
    const app = await NestFactory.create<NestFastifyApplication>(
      TestAppModule.forRoot(api, settings),
      createAdapter({ settings, log, metrics: Metrics.off(), inFlight }),
      { logger: new NestLogger(log), bodyParser: false, abortOnError: false },
    );
    await app.listen(0, '127.0.0.1');
    api.settings = settings;
    api.url = await app.getUrl();
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

  /** Registers a wallet for the agent, which must succeed. */
  async register(agentId: string, fields: object = {}): Promise<AnswerBody['agent_wallet']> {
    const { status, body } = await this.post('/agent/wallets', walletBody(agentId, fields));
    if (status > 201) throw new Error(`registering answered ${status}: ${JSON.stringify(body)}`);
    return body.agent_wallet;
  }

  private async send(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(this.url + path, { method, ...init });
    const body = (await response.json()) as AnswerBody;
    CONTRACT.expectDescribed({ method, path, status: response.status, body });
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
        PersistenceModule.forRoot({ settings, applicationName: 'presage-test', entities: ENTITIES }),
        HttpModule,
        AgentsHttpModule.forRoot({ settings, ports: [FakePortsModule.forApi(api)] }),
      ],
    };
  }
}

@Module({})
class FakePortsModule {
  static forApi(api: AgentsApi): DynamicModule {
    return {
      module: FakePortsModule,
      providers: [
        { provide: ExecutionEngine, useValue: api.engine },
        { provide: WalletTasks, useValue: api.tasks },
        { provide: MarketReader, useValue: api.marketReader },
        { provide: ReadModels, useValue: api.readModels },
        { provide: ExecutionPreview, useValue: api.forecast },
      ],
      exports: [ExecutionEngine, ExecutionPreview, WalletTasks, MarketReader, ReadModels],
    };
  }
}

function settingsFor(databaseUrl: string): ApiSettings {
  return loadApiSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_MAX: '8',
    DATABASE_CONNECT_TIMEOUT_MS: '60000', // a slow machine is no overload
    CHAIN_RPC_URL: 'http://127.0.0.1:1',
    FACTORY_ADDRESS: FACTORY,
    COLLATERAL_ADDRESS: COLLATERAL,
    PASSCODE_KEY: 'a key for tests, of no other use',
    EXECUTE_WAIT_MS: '30000',
  });
}
