import { existsSync, readFileSync } from 'node:fs';
import type { AppProcess } from '../../../dev/devnet/processes/apps.js';
import { startNodeApp } from '../../../dev/devnet/processes/node-app.js';
import type { RunFolder } from '../../../dev/devnet/processes/run-folder.js';
import { builtFile } from '../../../dev/devnet/project-root.js';
import { parseOwnJson } from '../json.js';
import type { Arrival } from './check-deliveries.js';

const ENTRY = 'tools/support/webhooks/recording-receiver.ts';

export interface ReceiverOptions {
  readonly port: number;
  /** File that the deliveries are appended to, across restarts. */
  readonly file: string;
  readonly runFolder: RunFolder;
}

/** A receiver of webhooks as a process that can be killed and started again. */
export function receiverProcess({ port, file, runFolder }: ReceiverOptions): AppProcess {
  const url = `http://127.0.0.1:${port}`;
  const program = { name: 'receiver', entry: builtFile(ENTRY), args: [String(port), file], env: {}, runFolder };
  return { name: 'receiver', url, readyUrl: url, launch: (log) => startNodeApp({ ...program, log }) };
}

/** Reads what the receiver got, in the order of arrival. */
export function readArrivals(file: string): Arrival[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => parseOwnJson<Arrival>(line));
}
