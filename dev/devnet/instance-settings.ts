import { isRecord } from '@app/common';
import { DEVNET_FIELDS, type DevnetSettings, type Environment, loadDevnetSettings } from '@app/config';
import type { DataFolder } from './data-folder.js';

const FILE = 'instance.json';
const PORTS_AND_HOSTS = Object.keys(DEVNET_FIELDS).filter((name) => /_(?:PORT|HOST)$/.test(name));
/** Settings of the worker that operator commands apply too. */
const WORKER_SETTINGS = ['CONFIRMATIONS', 'EXECUTION_DEADLINE_S'];

/** Settings of a start, and what to say about its ports. */
export interface StartSettings {
  readonly settings: DevnetSettings;
  /** Null when the remembered ports are the usual ones. */
  readonly notice: string | null;
}

/**
 * Reads the settings of a start on a folder. The ports of its last start are the defaults, so that clients of the instance
 * find it again. @throws SettingsError
 */
export function readStartSettings(folder: DataFolder, env: Environment): StartSettings {
  const kept = Object.entries(rememberedSettings(folder)).filter(
    ([name]) => name.endsWith('_PORT') && (env[name] ?? '').trim() === '',
  );
  const usual: Readonly<Record<string, unknown>> = loadDevnetSettings({});
  const unusual = kept.filter(([name, port]) => port !== String(usual[name])).map(([name, port]) => `${name}=${port}`);
  return {
    settings: loadDevnetSettings({ ...env, ...Object.fromEntries(kept) }),
    notice: unusual.length === 0 ? null : `ports of the last start: ${unusual.join(' ')}`,
  };
}

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
