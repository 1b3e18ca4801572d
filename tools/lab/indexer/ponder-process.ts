import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Secret } from '@app/common';
import { inheritedEnvironment } from '@app/config';
import { waitUntilAnswering } from '../../../dev/devnet/processes/node-app.js';
import { findFreePort } from '../../../test/support/free-ports.js';
import { type RunningProcess, startProcess } from '../../../dev/devnet/processes/start-process.js';
import type { TestRun } from '../../../test/support/stack/test-run.js';
import { installPackages, packageFolders } from '../../support/cached-packages.js';

/** Schema of Ponder's tables. */
export const PONDER_SCHEMA = 'indexed';
const FOLDERS = packageFolders('lab/indexer');
/** Its project, next to the packages. Ponder reads files whose names end with `.ts`, which the root's checks would read. */
const PROJECT = path.join(FOLDERS.work, 'ponder');

export interface PonderOptions {
  readonly run: TestRun;
  readonly databaseUrl: Secret;
  readonly rpcUrl: string;
  readonly chainId: number;
  readonly factory: string;
}

/** Starts Ponder, which installs its packages at first, and waits until it has indexed the blocks of the past. */
export async function startPonder(options: PonderOptions): Promise<RunningProcess> {
  const { run, databaseUrl, rpcUrl, chainId, factory } = options;
  installPackages(FOLDERS);
  copyProject();
  const port = await findFreePort();
  const log = path.join(run.folder, 'ponder.log');
  const running = await startProcess({
    name: 'ponder',
    command: process.execPath,
    args: [
      path.join(FOLDERS.work, 'node_modules/ponder/dist/esm/bin/ponder.js'),
      ...['start', '--root', PROJECT, '--schema', PONDER_SCHEMA, '--port', String(port), '--hostname', '127.0.0.1'],
      ...['--log-format', 'json'],
    ],
    env: {
      ...inheritedEnvironment(),
      DATABASE_URL: databaseUrl.reveal(),
      RPC_URL: rpcUrl,
      CHAIN_ID: String(chainId),
      FACTORY_ADDRESS: factory,
      PONDER_TELEMETRY_DISABLED: 'true',
    },
    cwd: PROJECT,
    ...{ log, stopSignal: 'SIGTERM', runFolder: run.runFolder },
  });
  await waitUntilAnswering(running, `http://127.0.0.1:${port}/ready`);
  return running;
}

function copyProject(): void {
  rmSync(PROJECT, { recursive: true, force: true });
  const source = path.join(FOLDERS.source, 'ponder');
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.mts'),
  )) {
    const target = path.join(PROJECT, file.replace(/\.mts$/, '.ts'));
    mkdirSync(path.dirname(target), { recursive: true });
    copyFileSync(path.join(source, file), target);
  }
  writeFileSync(path.join(PROJECT, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(PROJECT, 'tsconfig.json'), '{}');
}
