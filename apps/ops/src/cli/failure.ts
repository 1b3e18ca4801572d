import { SettingsError } from '@app/config';
import { ChainUnavailableError } from '@app/engine';

const NOWHERE =
  '\nWithout DATABASE_URL the commands are for what npm start runs; in PRESAGE_DATA_DIR there is nothing of it.';

/** By the class of the SQLSTATE, its first characters; the first that fits. */
const DATABASE_SAYS: readonly (readonly [state: RegExp, meaning: string])[] = [
  [/^28/, 'the database refuses the user or the password of DATABASE_URL'],
  [/^3D000$/, 'PostgreSQL has no database of the name in DATABASE_URL'],
  [/^42P01$/, 'the database lacks a table: have all migrations run?'],
  [/^57P03$/, 'PostgreSQL is starting or recovering: try again in a moment'],
  [/^53/, 'PostgreSQL has no room left, for connections or on its disk'],
  [/^(08|57)/, 'the connection to the database was lost'],
  [/^[0-9A-Z]{5}$/, 'the database refused a statement'],
];

/** Why nothing came of a command, in words of ours: a driver's own may quote what it was connected with. */
export function failureOf(error: unknown): { text: string; exitCode: 1 | 2 } {
  if (error instanceof SettingsError) {
    const hint = error.message.includes('DATABASE_URL is required') ? NOWHERE : '';
    return { text: error.message + hint, exitCode: 2 };
  }
  return { text: `failed: ${reasonOf(error)}`, exitCode: 1 };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  if (error instanceof ChainUnavailableError) {
    return `${error.message}: is CHAIN_RPC_URL right, does the node answer, and is it of the chain CHAIN_ID?`;
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/^E[A-Z_]{4,}$/.test(code) || /\btime(d )?out\b|terminated/i.test(error.message)) {
    return `the database does not answer${code === '' ? '' : ` (${code})`}: is DATABASE_URL right, and is PostgreSQL up?`;
  }
  const meaning = DATABASE_SAYS.find(([state]) => state.test(code))?.[1];
  return meaning === undefined ? error.constructor.name : `${meaning} (${code})`;
}
