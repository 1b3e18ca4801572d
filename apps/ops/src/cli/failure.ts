import { ChainUnavailableError } from '@app/chain';
import { StartRefusedError } from '@app/common';
import { SettingsError } from '@app/config';

/** Messages by SQLSTATE; the first match counts. */
const DATABASE_MESSAGES: readonly (readonly [state: RegExp, message: string])[] = [
  [/^28/, 'the database refuses the user or the password of DATABASE_URL'],
  [/^3D000$/, 'PostgreSQL has no database with the name in DATABASE_URL'],
  [/^42501$/, 'the role of DATABASE_URL lacks a right; the commands need presage_ops'],
  [/^57P03$/, 'PostgreSQL is starting or recovering: try again later'],
  [/^53/, 'PostgreSQL has reached its limit of connections, memory or disk space'],
  [/^(08|57)/, 'the connection to the database was lost'],
  [/^[0-9A-Z]{5}$/, 'the database refused a statement'],
];

/** Maps an error to a message that is safe to print: driver errors may contain the connection string. */
export function failureMessage(error: unknown): string {
  if (error instanceof SettingsError || error instanceof StartRefusedError) return error.message;
  return `failed: ${describeReason(error)}`;
}

function describeReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  if (error instanceof ChainUnavailableError) {
    return `${error.message}. Check CHAIN_RPC_URL, that the node answers, and that it serves the chain CHAIN_ID.`;
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/^E[A-Z_]{4,}$/.test(code) || /\btime(d )?out\b|terminated/i.test(error.message)) {
    return `the database does not answer${code === '' ? '' : ` (${code})`}. Check DATABASE_URL, and that PostgreSQL runs.`;
  }
  const message = DATABASE_MESSAGES.find(([state]) => state.test(code))?.[1];
  return message === undefined ? error.constructor.name : `${message} (${code})`;
}
