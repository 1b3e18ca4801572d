import { expect } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { ACTION_NAMES, ERROR_CATALOGUE, Secret } from '@app/common';
import { FAILURE_REMEDIES } from '@app/engine';
import { Metrics, NestLogger } from '@app/observability';
import { testSettings } from '../../../../test/api/start-test-api.js';
import type { Document } from '../../../../test/openapi/document-schemas.js';
import { createTestDatabase } from '../../../../test/support/index.js';
import { AppModule } from '../app.module.js';
import { createLogger } from '../create-app.js';
import { createAdapter } from '../http/create-adapter.js';
import { ApiDocs } from './api-docs.js';
import { createDocument } from './create-document.js';
import { EXAMPLE } from './examples.js';
import { withLiveExamples } from './live-examples.js';
import { renderLlms } from './llms/render-llms.js';

/** Methods that Fastify adds to every GET. */
const IMPLIED = new Set(['HEAD', 'OPTIONS']);
/** Names in the skill that look like codes of errors. */
const FIELDS = ['agent_id', 'agent_', 'agent_test'];
const MCP_URL = 'http://127.0.0.1:4030/mcp';

describe('the documentation of a running API', () => {
  const routes: string[] = [];
  let app: NestFastifyApplication;
  let dropDatabase: () => Promise<void>;
  let url: string;
  let document: Document;

  beforeAll(async () => {
    const database = await createTestDatabase();
    dropDatabase = () => database.drop();
    const settings = { ...testSettings(), DATABASE_URL: new Secret(database.url), MCP_URL };
    const log = createLogger(settings);
    const adapter = createAdapter(settings);
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
    app.get(ApiDocs).attach(() => createDocument(app));
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
    document = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
  });

  afterAll(async () => {
    app.getHttpServer().closeAllConnections();
    await app.close();
    await dropDatabase();
  });

  it('describes every served route and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const withoutAliases = routes.filter((route) => route !== 'GET /console/');
    expect(described.toSorted()).toEqual(withoutAliases.toSorted());
    expect(described.length).toBeGreaterThan(30);
  });

  it('has examples of bodies that pass validation', async () => {
    const bodies = Object.entries(document.paths).flatMap(([path, { post }]) =>
      Object.values(post?.requestBody?.content['application/json']?.examples ?? {}).map(({ value }) => ({
        path,
        value,
      })),
    );
    expect(bodies.length).toBeGreaterThan(10);
    for (const { path, value } of bodies) {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(value) });
      const { error } = (await response.json()) as { error?: { details?: string[] } };
      const problems = response.status === 400 ? (error?.details ?? []) : [];
      expect({ path, value, problems }).toEqual({ path, value, problems: [] });
    }
  });

  it('serves a page with every operation and code that loads nothing else', async () => {
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
    // A call to copy has the required parameters.
    expect(page).toMatch(/\/quote\?outcome=YES&amp;amount=\d+&#39;/);
  });

  it.each(['/openapi.json', '/docs', '/llms.txt', '/llms-full.txt', '/skill.md'])(
    'serves %s compressed, and 304 to a client that has it',
    async (path) => {
      const whole = await fetch(url + path);
      expect(Object.fromEntries(whole.headers)).toMatchObject({
        'cache-control': 'no-cache',
        'content-encoding': 'gzip',
        vary: expect.stringMatching(/Accept-Encoding$/),
        'x-content-type-options': 'nosniff',
      });
      const etag = whole.headers.get('etag') ?? '';
      const again = await fetch(url + path, { headers: { 'if-none-match': etag } });
      expect({ status: again.status, etag: again.headers.get('etag'), body: await again.text() }).toEqual({
        status: 304,
        etag,
        body: '',
      });
      const plain = await fetch(url + path, { headers: { 'accept-encoding': 'identity' } });
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(await plain.text()).toBe(await whole.text());
    },
  );

  it.each(['/llms.txt', '/llms-full.txt'])('serves %s as plain text with every operation', async (path) => {
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

  it.each(['/llms.txt', '/llms-full.txt'])('names in %s the MCP server, and no package of npm', async (path) => {
    const text = await (await fetch(url + path)).text();
    expect(text).toContain(`\n- MCP server with twelve tools: ${MCP_URL}\n`);
    expect(text).toContain('They are not on npm: install them from a clone.\n');
    expect(text).not.toMatch(/npm packages|`presage-mcp`/);
  });

  it('names no MCP server in /llms.txt when there is none', () => {
    const text = renderLlms(app.get(ApiDocs).document, { summary: 'Summary.', mcpUrl: '' });
    expect(text).not.toContain('MCP server with');
    expect(text).toContain('packages/mcp');
  });

  it('serves the skill, whose table of answers and actions is that of the service', async () => {
    const response = await fetch(`${url}/skill.md`);
    const text = await response.text();
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(text).toBe(readFileSync('skills/presage/SKILL.md', 'utf8'));
    const routes = [...text.matchAll(/(?:`|send )(?:(GET|POST) )?(\/(?:agent|markets)[^\s'`?]*)/g)];
    const unknown = routes
      .map(([, , path = '']) => path.replace('$AGENT', '{agent_id}'))
      .filter((path) => !Object.keys(document.paths).some((known) => known.endsWith(path)));
    expect({ routes: routes.length > 6, unknown }).toEqual({ routes: true, unknown: [] });
    const codes = [...text.matchAll(/`((?:agent|api_key)_[a-z_]+)`/g)].map(([, code = '']) => code);
    expect(codes.filter((code) => !(code in ERROR_CATALOGUE) && !FIELDS.includes(code))).toEqual([]);
    for (const action of ACTION_NAMES) expect(text).toContain(`\`${action}\``);
  });

  it('serves an index to programs and sends browsers to the reference page', async () => {
    const paths = { docs: '/docs', openapi: '/openapi.json', llms: '/llms.txt', console: '/console', mcp: MCP_URL };
    const index = { version: expect.any(String), ...paths };
    const program = await fetch(`${url}/`, { headers: { accept: '*/*' } });
    expect([program.status, await program.json()]).toEqual([200, index]);
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const browser = await fetch(`${url}/`, { headers: { accept }, redirect: 'manual' });
    expect([browser.status, browser.headers.get('location')]).toEqual([302, '/docs']);
    for (const { headers } of [program, browser]) expect(headers.get('vary')).toContain('Accept');
  });

  it('states the version of package.json in the index, its health, the document and the reference page', async () => {
    const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(await (await fetch(`${url}/`)).json()).toMatchObject({ version });
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'ok', version });
    expect(await (await fetch(`${url}/openapi.json`)).json()).toMatchObject({ info: { version } });
    expect(await (await fetch(`${url}/docs`)).text()).toContain(`>${version}</small></h1>`);
  });

  it('has values of this service in its examples', () => {
    const settings = { COLLATERAL_ADDRESS: `0x${'22'.repeat(20)}` };
    const now = Date.parse('2026-01-01T00:00:00Z');
    const text = JSON.stringify(withLiveExamples(createDocument(app), settings, now));
    expect(text).toContain(settings.COLLATERAL_ADDRESS);
    expect(text).toContain('2026-01-31T00:00:00.000Z');
    for (const { collateral, closesAt } of [EXAMPLE]) {
      expect([text.includes(collateral), text.includes(closesAt)]).toEqual([false, false]);
    }
  });

  it('names existing routes in the remedies of failures', () => {
    const named = Object.values(FAILURE_REMEDIES).flatMap((remedy) => [
      ...remedy.matchAll(/\b(GET|POST) (\/[^\s?;,:]*)/g),
    ]);
    expect(named.length).toBeGreaterThan(8);
    const unknown = named.filter(
      ([, method = '', path = '']) => document.paths[path]?.[method.toLowerCase()] === undefined,
    );
    expect(unknown.map(([route]) => route)).toEqual([]);
  });

  it('serves the guides and every error to language models', async () => {
    const text = await (await fetch(`${url}/llms-full.txt`)).text();
    for (const heading of ['# Concepts', '# Agent’s guide', '# Errors']) {
      expect(text.replaceAll("'", '’')).toContain(`\n${heading}\n`);
    }
    for (const code of Object.keys(ERROR_CATALOGUE)) expect(text).toContain(`\`${code}\``);
  });
});

/** Source expression of a content security policy. */
function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;
}
