import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type ApiSettings, listSecrets } from '@app/config';
import { Logger, metricsFor, NestLogger } from '@app/observability';
import { AppModule } from './app.module.js';
import { ApiDocs } from './docs/api-docs.js';
import { createDocument } from './docs/create-document.js';
import { withLiveExamples } from './docs/live-examples.js';
import { corsOptions } from './http/cors-options.js';
import { createAdapter } from './http/create-adapter.js';

/** Maximum time in ms that a log line is buffered. */
const LOG_FLUSH_MS = 100;

export interface CreateAppOptions {
  log?: Logger;
  /** Maximum time in ms from a request's arrival to its answer. */
  handlerTimeoutMs?: number | undefined;
}

export function createLogger(settings: ApiSettings): Logger {
  const { LOG_LEVEL: level, LOG_FORMAT: format } = settings;
  return Logger.create({ app: 'api', level, format, flushMs: LOG_FLUSH_MS, secrets: listSecrets(settings) });
}

/** Creates the API as one process runs it. It serves after `listen`; `close` shuts it down gracefully. */
export async function createApp(
  settings: ApiSettings,
  options: CreateAppOptions = {},
): Promise<NestFastifyApplication> {
  const { log = createLogger(settings), handlerTimeoutMs } = options;
  const metrics = metricsFor(settings);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.forRoot(settings, { log, metrics, handlerTimeoutMs }),
    createAdapter(settings),
    { logger: new NestLogger(log), bodyParser: false, abortOnError: false },
  );
  app.enableCors(corsOptions(settings));
  app.get(ApiDocs).attach(() => withLiveExamples(createDocument(app), settings, Date.now()));
  return app;
}
