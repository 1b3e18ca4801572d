import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type ApiSettings, secretsOf } from '@app/config';
import { metricsFor } from '@app/monitoring';
import { Logger, NestLogger, openTracer } from '@app/observability';
import { Notifications } from '@app/persistence';
import { AppModule } from './app.module.js';
import { createAdapter } from './http/server/create-adapter.js';
import { InFlight } from './http/server/in-flight.js';
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
  ) {}

  static async create(settings: ApiSettings, log = createLogger(settings), inFlight = new InFlight()): Promise<ApiApp> {
    const metrics = metricsFor(settings);
    const tracer = await openTracer({ app: 'api', endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT });
    const app = await NestFactory.create<NestFastifyApplication>(
      AppModule.forRoot(settings, { log, metrics, tracer }),
      createAdapter({ settings, log, metrics, tracer, inFlight }),
      { logger: new NestLogger(log), bodyParser: false, abortOnError: false },
    );
    if (settings.RATE_LIMIT > 0) app.get(RateLimits).install(app.getHttpAdapter().getInstance());
    return new ApiApp(app, inFlight);
  }

  /** @returns the address it answers at, such as `http://127.0.0.1:4000` */
  async listen(host: string, port: number): Promise<string> {
    await this.app.listen(port, host);
    return this.app.getUrl();
  }

  /**
   * Takes no new connection, answers what is in flight, and closes; open connections do not hold it up. Whoever waits for
   * a worker's result is answered with what there is.
   */
  async close(): Promise<void> {
    const server = this.app.getHttpServer();
    server.close();
    this.app.get(Notifications).endWaits();
    await this.inFlight.drain(DRAIN_TIMEOUT_MS);
    server.closeAllConnections();
    await this.app.close();
  }
}
