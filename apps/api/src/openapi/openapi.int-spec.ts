import { expect } from '@jest/globals';
import { createHash } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { ERROR_CATALOGUE, Secret } from '@app/common';
import { Metrics, NestLogger } from '@app/observability';
import { testSettings } from '../../../../test/api/start-test-api.js';
import { createTestDatabase } from '../../../../test/support/index.js';
import { AppModule } from '../app.module.js';
import { createLogger } from '../create-app.js';
import { createAdapter } from '../http/server/create-adapter.js';
import { InFlight } from '../http/server/in-flight.js';

/** Served by the framework itself for every GET. */
const IMPLIED = new Set(['HEAD', 'OPTIONS']);

describe('the description of a running API', () => {
  const routes: string[] = [];
  let app: NestFastifyApplication;
  let dropDatabase: () => Promise<void>;
  let url: string;
  let document: { openapi: string; paths: Record<string, object> };

  beforeAll(async () => {
    const database = await createTestDatabase();
    dropDatabase = () => database.drop();
    const settings = { ...testSettings(), DATABASE_URL: new Secret(database.url) };
    const log = createLogger(settings);
    const adapter = createAdapter({
      settings,
      log,
      metrics: Metrics.off(),
      inFlight: new InFlight(),
    });
    adapter.getInstance<FastifyInstance>().addHook('onRoute', ({ method, url: path }) => {
      for (const name of [method].flat()) {
        if (!IMPLIED.has(name)) routes.push(`${name} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
      }
    });
    const options = { logger: new NestLogger(log), bodyParser: false, abortOnError: false } as const;
    app = await NestFactory.create<NestFastifyApplication>(
      AppModule.forRoot(settings, { log, metrics: Metrics.off() }),
      adapter,
      options,
    );
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
    document = (await (await fetch(`${url}/openapi.json`)).json()) as typeof document;
  });

  afterAll(async () => {
    app.getHttpServer().closeAllConnections();
    await app.close();
    await dropDatabase();
  });

  it('has every route that is served, and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.toSorted()).toEqual(routes.toSorted());
    expect(described.length).toBeGreaterThan(30);
  });

  it('is a page for people, too, which has all of it and loads nothing', async () => {
    const response = await fetch(`${url}/docs`);
    const page = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'sha256-/);
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page).not.toMatch(/<(link|img|iframe)|<script src|@import|url\(/);
    const inPage = [...page.matchAll(/<(script|style)>(.*?)<\/\1>/gs)].map(
      ([, name, text = '']) => `${name}-src '${sha256(text)}'`,
    );
    expect(inPage).toHaveLength(2);
    for (const source of inPage) expect(response.headers.get('content-security-policy')).toContain(source);
    for (const path of Object.keys(document.paths)) expect(page).toContain(`<code>${path}</code>`);
    for (const code of Object.keys(ERROR_CATALOGUE)) expect(page).toContain(`<code>${code}</code>`);
    // A call that can be copied has what the operation cannot do without.
    expect(page).toMatch(/\/quote\?outcome=YES&amp;amount=\d+&#39;/);
  });

  it.each(['/llms.txt', '/llms-full.txt'])('answers %s as a plain text that names every operation', async (path) => {
    const response = await fetch(url + path);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'x-request-id': expect.any(String),
    });
    expect(text).toMatch(/^# Presage\n\n> /);
    for (const [name, methods] of Object.entries(document.paths)) {
      for (const method of Object.keys(methods)) expect(text).toContain(`- \`${method.toUpperCase()} ${name}\`: `);
    }
    expect(text).not.toMatch(/<!--|\]\((?!\/|https?:)/);
  });

  it('tells language models what agents are told: the guides, and every error', async () => {
    const text = await (await fetch(`${url}/llms-full.txt`)).text();
    for (const heading of ['# Concepts', '# Agent’s guide', '# Errors']) {
      expect(text.replaceAll("'", '’')).toContain(`\n${heading}\n`);
    }
    for (const code of Object.keys(ERROR_CATALOGUE)) expect(text).toContain(`\`${code}\``);
  });
});

/** As a content security policy names what it allows. */
function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;
}
