import { isRecord } from '@app/common';
import { DEVNET_FIELDS, type DevnetSettings, type Environment } from '@app/config';
import type { DataFolder } from './data-folder.js';

const FILE = 'instance.json';
const PORTS_AND_HOSTS = Object.keys(DEVNET_FIELDS).filter((name) => /_(?:PORT|HOST)$/.test(name));
/** Settings of the worker that operator commands apply too. */
const WORKER_SETTINGS = ['CONFIRMATIONS', 'EXECUTION_DEADLINE_S'];

/** Stores the settings of this start, so that commands in another terminal need only the data folder. */
export function rememberSettings(folder: DataFolder, settings: DevnetSettings, inherited: Environment): void {
  const effective: Readonly<Record<string, unknown>> = { ...inherited, ...settings };
  const names = [...PORTS_AND_HOSTS, ...WORKER_SETTINGS].filter((name) => effective[name] !== undefined);
  folder.writeJson(FILE, Object.fromEntries(names.map((name) => [name, String(effective[name])])));
}

/** Returns the settings of the last start as environment variables; empty before the first. */
export function rememberedSettings(folder: DataFolder): Record<string, string> {
  const stored = folder.readJson(FILE);
  const entries = isRecord(stored) ? Object.entries(stored) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
