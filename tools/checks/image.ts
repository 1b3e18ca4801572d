import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessName } from '@app/persistence';
import { ensureDatabase } from '../../dev/devnet/postgres/postgres.js';
import { findFreePort } from '../../test/support/free-ports.js';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';
import { roleUrl } from '../../test/support/stack/database-roles.js';
import { TestRun } from '../../test/support/stack/test-run.js';

const START_TIMEOUT_MS = 120_000;
const POLL_INTERVAL_MS = 200;
const EXIT_INTERRUPTED = 130;
const ADDRESS = `0x${'11'.repeat(20)}`;

/**
 * `npm run image:check` copies what the Dockerfile copies, installs without development packages, and starts the product
 * from there: migrations, an operator command, API, worker and webhooks. `.ci/run` builds the real image where Docker runs.
 */
async function checkImage(folder: string, run: TestRun, started: ChildProcess[]): Promise<void> {
  const image = prepareImage(folder);
  const postgres = await run.startPostgres();
  await ensureDatabase(postgres.url('postgres'), 'image');
  const databaseUrl = postgres.url('image');
  const [apiPort, workerPort, webhooksPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl.reveal(),
    CHAIN_RPC_URL: 'http://127.0.0.1:1',
    FACTORY_ADDRESS: ADDRESS,
    COLLATERAL_ADDRESS: ADDRESS,
    PASSCODE_KEY: '00'.repeat(32),
    STEP_SEAL_KEY: '01'.repeat(32),
    WEBHOOK_KEY: '02'.repeat(32),
    SMTP_URL: 'smtp://127.0.0.1:1',
    API_PORT: String(apiPort),
    WORKER_PORT: String(workerPort),
    WEBHOOKS_PORT: String(webhooksPort),
  };
  const context = { cwd: image, env };
  const password = new URL(databaseUrl.reveal()).password;
  const passwords = {
    API_DATABASE_PASSWORD: password,
    WORKER_DATABASE_PASSWORD: password,
    WEBHOOKS_DATABASE_PASSWORD: password,
    OPS_DATABASE_PASSWORD: password,
  };
  const as = (name: ProcessName): typeof context => ({
    ...context,
    env: { ...env, DATABASE_URL: roleUrl(databaseUrl, name).reveal() },
  });
  runToEnd(process.execPath, ['dist/apps/migrate/src/main.js'], { ...context, env: { ...env, ...passwords } });
  runToEnd(process.execPath, ['dist/apps/ops/src/main.js', 'lanes', 'list'], as('ops'));
  const start = (words: readonly string[], name: ProcessName): ChildProcess => {
    const child = spawn(process.execPath, words, { ...as(name), stdio: ['ignore', 'pipe', 'pipe'] });
    started.push(child);
    return child;
  };
  await untilReady(start(imageCommand(), 'api'), `http://127.0.0.1:${apiPort}/readyz`);
  await untilReady(start(['dist/apps/worker/src/main.js'], 'worker'), `http://127.0.0.1:${workerPort}/readyz`);
  await untilReady(start(['dist/apps/webhooks/src/main.js'], 'webhooks'), `http://127.0.0.1:${webhooksPort}/readyz`);
  for (const text of ['/llms-full.txt', '/skill.md']) {
    const { ok, status } = await fetch(`http://127.0.0.1:${apiPort}${text}`);
    if (!ok) throw new Error(`${text} responded ${status}: the image lacks a file of docs/ or skills/`);
  }
  const queues = await fetch(`http://127.0.0.1:${workerPort}/queues`);
  if (!queues.ok) throw new Error(`/queues responded ${queues.status}: the image lacks bull-board`);
}

/** Builds from the files of the build stage, then assembles the product stage. @returns the product's folder */
function prepareImage(folder: string): string {
  const build = path.join(folder, 'build');
  const product = path.join(folder, 'product');
  copyFiles(listCopies('build'), PROJECT_ROOT, build);
  symlinkSync(path.join(PROJECT_ROOT, 'node_modules'), path.join(build, 'node_modules'));
  runToEnd(process.execPath, ['tools/build/build.mjs'], { cwd: build, env: process.env });
  copyFiles(listCopies('packages'), PROJECT_ROOT, product);
  const install = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  runToEnd('npm', install, { cwd: product, env: { ...process.env, NODE_ENV: undefined } });
  const copies = listCopies('product');
  copyFiles(
    copies.filter(({ stage }) => stage === null),
    PROJECT_ROOT,
    product,
  );
  copyFiles(
    copies.filter(({ stage }) => stage === 'build'),
    build,
    product,
  );
  return product;
}

interface Copy {
  /** Stage to copy from; null for the build context. */
  readonly stage: string | null;
  readonly sources: readonly string[];
  readonly target: string;
}

/** Arguments of `node` in the CMD of the product stage. */
function imageCommand(): string[] {
  const [, command = '[]'] = /^CMD (\[.+\])$/m.exec(readStage('product')) ?? [];
  const words: string[] = JSON.parse(command);
  if (words.shift() !== 'node') throw new Error('the CMD of the product stage does not run node');
  return words;
}

function readStage(name: string): string {
  const dockerfile = readFileSync(path.join(PROJECT_ROOT, 'Dockerfile'), 'utf8');
  return dockerfile.split(/^FROM /m).find((stage) => stage.split('\n')[0]?.endsWith(` AS ${name}`)) ?? '';
}

/** Reads the COPY lines of one stage of the Dockerfile, relative to its working directory. */
function listCopies(stageName: string): Copy[] {
  return [...readStage(stageName).matchAll(/^COPY (?:--from=(\S+) )?(.+)$/gm)].map(([, stage = null, words = '']) => {
    const paths = words.split(' ').map((word) => word.replace(/^\/app\//, ''));
    return { stage, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
  });
}

function copyFiles(copies: readonly Copy[], from: string, into: string): void {
  for (const { sources, target } of copies) {
    for (const source of sources) {
      const place = path.join(into, target.endsWith('/') ? path.join(target, path.basename(source)) : target);
      cpSync(path.join(from, source), place, { recursive: true });
    }
  }
}

function runToEnd(command: string, args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }): void {
  const { status, stdout, stderr } = spawnSync(command, args, { ...options, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} exited with ${status}:\n${stdout}${stderr}`);
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await delay(POLL_INTERVAL_MS);
  }
  throw new Error(`${child.spawnargs.join(' ')} is not ready at ${url}:\n${output}`);
}

const folder = mkdtempSync(path.join(tmpdir(), 'presage-image-'));
const run = await TestRun.begin(path.join(PROJECT_ROOT, '.cache/image-check'), process.pid);
const started: ChildProcess[] = [];
async function cleanUp(): Promise<void> {
  for (const child of started) child.kill('SIGKILL');
  await run.end();
  rmSync(folder, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void cleanUp().finally(() => process.exit(EXIT_INTERRUPTED)));
}
try {
  await checkImage(folder, run, started);
  console.log('[image] all programs start from the files of the image, without development packages');
} catch (error) {
  console.error(`[image] ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
