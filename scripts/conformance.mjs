// npm run conformance -- --base-url http://127.0.0.1:4000 [--inbox-url http://127.0.0.1:1080]
// Holds a running service to its contract, over HTTP alone: one file for each endpoint, one block for each status and
// code, and every answer against the service's own /openapi.json. What follows `--` goes to Jest.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { refuse } from './options.mjs';

const root = path.resolve(import.meta.dirname, '..');
const { values, positionals } = read();
const baseUrl = values['base-url']?.replace(/\/$/, '');
const inboxUrl = values['inbox-url']?.replace(/\/$/, '');
if (baseUrl === undefined || !(await answers(`${baseUrl}/health`))) {
  console.error(
    baseUrl === undefined
      ? '[conformance] --base-url names the service, such as http://127.0.0.1:4000'
      : `[conformance] nothing answers at ${baseUrl}/health`,
  );
  process.exit(2);
}
if (inboxUrl === undefined) {
  console.log('[conformance] no --inbox-url: left out is what needs a passcode that came by e-mail');
}

const jest = spawn(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    path.join(root, 'node_modules/jest/bin/jest.js'),
    '--config=test/conformance/jest.config.mjs',
    ...positionals,
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      CONFORMANCE_BASE_URL: baseUrl,
      ...(inboxUrl !== undefined && { CONFORMANCE_INBOX_URL: inboxUrl }),
    },
  },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, (name) => jest.kill(name));
jest.once('exit', (code) => (process.exitCode = code ?? 1));

function read() {
  try {
    return parseArgs({
      options: { 'base-url': { type: 'string' }, 'inbox-url': { type: 'string' } },
      allowPositionals: true,
    });
  } catch (error) {
    return refuse('conformance', error.message.split(/\. |\n/)[0]);
  }
}

async function answers(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
