import { API_FIELDS } from './api.settings.js';
import { DEVNET_FIELDS } from './devnet.settings.js';
import { MIGRATE_FIELDS } from './migrate.settings.js';
import { OPS_FIELDS } from './ops.settings.js';
import { type Environment, variablesOf } from './read-settings.js';
import { WALLET_PROVIDER_FIELDS } from './wallet-provider.settings.js';
import { WEBHOOKS_FIELDS } from './webhooks.settings.js';
import { WORKER_FIELDS } from './worker.settings.js';

/** A variable that no process reads, and the setting that it was probably meant to be. */
export interface MisspeltSetting {
  readonly name: string;
  readonly meant: string | null;
}

const PREFIX = 'PRESAGE_';
const SETTINGS = [
  API_FIELDS,
  DEVNET_FIELDS,
  MIGRATE_FIELDS,
  OPS_FIELDS,
  WALLET_PROVIDER_FIELDS,
  WEBHOOKS_FIELDS,
  WORKER_FIELDS,
].flatMap((fields) => Object.entries(fields).flatMap(([name, field]) => variablesOf(name, field)));
/** Settings of the command line and of the MCP server. */
const CLIENT_SETTINGS = ['PRESAGE_URL', 'PRESAGE_AGENT', 'PRESAGE_API_KEY', 'PRESAGE_MCP_ALLOWED_HOSTS'];
export const KNOWN_SETTINGS: ReadonlySet<string> = new Set([...SETTINGS, ...CLIENT_SETTINGS]);
/** Variables that Kubernetes and Docker set for a service, whose name may start like a setting. */
const SERVICE_NAME = /_SERVICE_HOST$|_SERVICE_PORT(_\w+)?$|_PORT_\d+_(TCP|UDP|SCTP)(_\w+)?$/;
const SERVICE_VALUE = /^(tcp|udp|sctp):\/\//;
/** Words of common variables, such as APP_PORT, that differ from a word of a setting by one letter. */
const OTHER_WORDS: ReadonlySet<string> = new Set(['APP', 'APPS', 'URI']);

/** Lists the variables that look like a misspelt setting. Values are not returned. */
export function findMisspeltSettings(env: Environment = process.env): MisspeltSetting[] {
  return Object.entries(env).flatMap(([name, value = '']) => {
    if (KNOWN_SETTINGS.has(name) || SERVICE_NAME.test(name) || SERVICE_VALUE.test(value)) return [];
    const meant = findMeant(name);
    return meant === null && !name.startsWith(PREFIX) ? [] : [{ name, meant }];
  });
}

/** States in one line that a variable is ignored. */
export function describeMisspelt({ name, meant }: MisspeltSetting): string {
  return `${name} is not a setting${meant === null ? '' : `; did you mean ${meant}`}`;
}

function findMeant(name: string): string | null {
  const upper = name.toUpperCase();
  const candidates = upper.startsWith(PREFIX) ? [upper, upper.slice(PREFIX.length)] : [upper];
  const isSame = (known: string): boolean =>
    candidates.some((candidate) => candidate.replaceAll('_', '') === known.replaceAll('_', ''));
  const isNear = (known: string): boolean => name === upper && candidates.some((candidate) => isTypo(candidate, known));
  return [...KNOWN_SETTINGS].find(isSame) ?? [...KNOWN_SETTINGS].find(isNear) ?? null;
}

/** Whether a name has one letter more, less or wrong, or two neighbours the other way round. */
function isTypo(name: string, known: string): boolean {
  if (name.split('_').some((word) => OTHER_WORDS.has(word))) return false;
  const differing = [...name].findIndex((letter, index) => letter !== known[index]);
  const at = differing === -1 ? name.length : differing;
  const [given, meant] = [name.slice(at), known.slice(at)];
  if (given === meant.slice(1) || given.slice(1) === meant) return true;
  const isSwapped = given[0] === meant[1] && given[1] === meant[0] && given.slice(2) === meant.slice(2);
  // Another first letter makes another word: TCP_PORT and MCP_PORT, AUTH_CODE and AUTH_MODE.
  return isSwapped || (at > 0 && name[at - 1] !== '_' && given.slice(1) === meant.slice(1));
}
