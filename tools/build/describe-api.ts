import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { loadApiSettings } from '@app/config';
import { Logger, Metrics } from '@app/observability';
import { AppModule } from '../../apps/api/src/app.module.js';
import { createDocument } from '../../apps/api/src/docs/create-document.js';

/** Settings that have no default. Nothing is opened with them. */
const SETTINGS = {
  DATABASE_URL: 'postgresql://127.0.0.1:1/none',
  CHAIN_RPC_URL: 'http://127.0.0.1:1',
  FACTORY_ADDRESS: `0x${'11'.repeat(20)}`,
  COLLATERAL_ADDRESS: `0x${'22'.repeat(20)}`,
  PASSCODE_KEY: '00'.repeat(32),
};

/** Creates the document without starting anything: in Nest's preview mode no provider is instantiated. */
export async function describeApi(): Promise<OpenAPIObject> {
  const settings = loadApiSettings({ NODE_ENV: 'test', ...SETTINGS });
  const log = Logger.create({ app: 'docs', level: 'silent', format: 'json' });
  const module = AppModule.forRoot(settings, { log, metrics: Metrics.off() });
  const options = { preview: true, logger: false, abortOnError: false } as const;
  return createDocument(await NestFactory.create(module, new FastifyAdapter(), options));
}
