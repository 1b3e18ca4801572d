// npm run image:check: carries out the Dockerfile's steps for the product in clean folders, without an engine, and starts
// what came of it with nothing else at hand: migrations, API, worker and the operator's commands. A minute, most of it npm.
//   npm run image:check -- [--verbose]
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from './build.mjs';
import { readOptions } from './options.mjs';
import { contextOf, playStage, stagesOf } from './dockerfile.mjs';

const TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 200;
const ADDRESS = `0x${'11'.repeat(20)}`;
const root = path.resolve(import.meta.dirname, '..');
const read = (file) => readFileSync(path.join(root, file), 'utf8');

const values = readOptions('image', { verbose: { type: 'boolean', default: false } });
await build();
const { TestRun } = await import('../dist/tools/stack/test-run.js');
const { ensureDatabase } = await import('../dist/apps/devnet/src/postgres/postgres.js');
const { findFreePort } = await import('../dist/apps/devnet/src/processes/ports.js');

const folder = mkdtempSync(path.join(tmpdir(), 'presage-image-'));
const run = await TestRun.begin(path.join(root, '.cache/image-check'), process.pid);
const started = [];
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void end().finally(() => process.exit(130)));
try {
  const tell = values.verbose ? (line) => console.log(`[image] ${line}`) : () => undefined;
  const stages = stagesOf(read('Dockerfile'));
  const image = playStage('product', {
    stages,
    context: root,
    isLetIn: contextOf(read('.dockerignore')),
    folder,
    tell,
  });
  if (image.user !== 'node') throw new Error(`the product would run as ${image.user}`);
  await tryOut(image);
  console.log('[image] the product is built by its steps, and all of its programs start');
} catch (error) {
  console.error(`[image] ${error.message}`);
  process.exitCode = 1;
} finally {
  await end();
}

async function tryOut(image) {
  const postgres = await run.startPostgres();
  await ensureDatabase(postgres.url('postgres'), 'image');
  const [apiPort, workerPort] = await Promise.all([findFreePort(), findFreePort()]);
  const settings = {
    DATABASE_URL: postgres.url('image').reveal(),
    CHAIN_RPC_URL: 'http://127.0.0.1:1',
    FACTORY_ADDRESS: ADDRESS,
    COLLATERAL_ADDRESS: ADDRESS,
    PASSCODE_KEY: 'of no use',
    SMTP_URL: 'smtp://127.0.0.1:1',
    API_PORT: String(apiPort),
    WORKER_PORT: String(workerPort),
  };
  const at = { cwd: image.workdir, env: { PATH: process.env.PATH, ...image.env, ...settings } };
  once(at, 'dist/libs/persistence/src/migrate.js');
  once(at, 'dist/apps/ops/src/main.js', 'lanes', 'list');
  if (image.command[0] !== 'node') throw new Error('the image does not start node');
  await answering(startProgram(at, image.command.slice(1)), `http://127.0.0.1:${apiPort}/readyz`);
  await answering(startProgram(at, ['dist/apps/worker/src/main.js']), `http://127.0.0.1:${workerPort}/readyz`);
  const guides = await (await fetch(`http://127.0.0.1:${apiPort}/llms-full.txt`)).text();
  for (const guide of ['concepts', 'agents', 'errors']) {
    const [title] = /^# .+$/m.exec(read(`docs/${guide}.md`));
    if (!guides.split('\n').includes(title)) throw new Error(`the image lacks docs/${guide}.md`);
  }
}

/** A program that does its work and ends. */
function once(at, ...words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { ...at, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
}

function startProgram(at, words) {
  const child = spawn(process.execPath, words, { ...at, stdio: ['ignore', 'pipe', 'pipe'] });
  const program = { child, name: words.at(-1), output: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (program.output += chunk));
  started.push(child);
  return program;
}

async function answering(program, url) {
  const { child, name } = program;
  for (const beganMs = performance.now(); performance.now() - beganMs < TIMEOUT_MS;) {
    if (child.exitCode !== null) break;
    const status = await fetch(url).then(
      (response) => response.status,
      () => null,
    );
    if (status === 200) return;
    await delay(POLL_INTERVAL_MS);
  }
  throw new Error(`${name} does not answer ${url}:\n${program.output}`);
}

async function end() {
  for (const child of started) child.kill('SIGKILL');
  await run.end();
  rmSync(folder, { recursive: true, force: true });
}
