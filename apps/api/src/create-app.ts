import { setTimeout as delay } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type ApiSettings, secretsOf } from '@app/config';
import { metricsFor } from '@app/monitoring';
import { Logger, NestLogger } from '@app/observability';
import { Notifications } from '@app/persistence';
import { AppModule } from './app.module.js';
import { HealthService } from './health/health.service.js';
import { createAdapter } from './http/server/create-adapter.js';
import { InFlight } from './http/server/in-flight.js';
import { LoadShedder } from './overload/load-shedder.js';
import { RateLimits } from './rate-limits/rate-limits.js';

/** Time for the requests in flight when the process ends; what is slower is cut off. */
const DRAIN_TIMEOUT_MS = 7_000;

/** Lines of a busy API are written together; none waits longer than this. */
const LOG_FLUSH_MS = 100;

export function createLogger(settings: ApiSettings): Logger {
  const { LOG_LEVEL: level, LOG_FORMAT: format } = settings;
  return Logger.create({ app: 'api', level, format, flushMs: LOG_FLUSH_MS, secrets: secretsOf(settings) });
}

/** The API as one process runs it; tests start it in their own. */
export class ApiApp {
  private constructor(
    private readonly app: NestFastifyApplication,
    private readonly inFlight: InFlight,
    private readonly shutdownDelayMs: number,
  ) {}

  static async create(settings: ApiSettings, log = createLogger(settings), inFlight = new InFlight()): Promise<ApiApp> {
    const metrics = metricsFor(settings);
    const app = await NestFactory.create<NestFastifyApplication>(
      AppModule.forRoot(settings, { log, metrics }),
      createAdapter({ settings, log, metrics, inFlight }),
      { logger: new NestLogger(log), bodyParser: false, abortOnError: false },
    );
    if (settings.RATE_LIMIT > 0) app.get(RateLimits).install(app.getHttpAdapter().getInstance());
    app.get(LoadShedder).install(app.getHttpServer());
    return new ApiApp(app, inFlight, settings.SHUTDOWN_DELAY_MS);
  }

  /** @returns the address it answers at, such as `http://127.0.0.1:4000` */
  async listen(host: string, port: number): Promise<string> {
    await this.app.listen(port, host);
    return this.app.getUrl();
  }

  /**
   * Says that it is not ready and closes what it answers, for as long as the settings give balancers to notice. Then takes
   * no new connection, answers what is in flight, and closes; open connections do not hold it up. Whoever waits for a
   * worker's result is answered with what there is.
   */
  async close(): Promise<void> {
    this.app.get(HealthService).beginToEnd();
    this.app.get(Notifications).cancelWaits();
    this.inFlight.closeConnections();
    if (this.shutdownDelayMs > 0) await delay(this.shutdownDelayMs);
    const server = this.app.getHttpServer();
    server.close();
    await this.inFlight.drain(DRAIN_TIMEOUT_MS);
    server.closeAllConnections();
    await this.app.close();
  }
}
