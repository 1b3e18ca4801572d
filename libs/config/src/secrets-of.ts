import { Secret } from '@app/common';

/** Length from which a part of a node's URL counts as a key. */
const MIN_KEY_LENGTH = 16;

/**
 * Texts that the log must redact: every secret value, and for URLs also the password in it. Of other http URLs, such as
 * CHAIN_RPC_URL, the password and the long parts of path and query: node operators put the customer's key there.
 */
export function secretsOf(settings: Readonly<Record<string, unknown>>): string[] {
  return Object.values(settings).flatMap((value) => {
    if (value instanceof Secret) return [value.reveal(), ...passwordsOf(value.reveal())];
    return typeof value === 'string' && /^https?:/.test(value) ? [...passwordsOf(value), ...keysOf(value)] : [];
  });
}

function passwordsOf(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const { password } = new URL(text);
  return password === '' ? [] : [password, decoded(password)];
}

function keysOf(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const { pathname, searchParams } = new URL(text);
  return [...pathname.split('/'), ...searchParams.values()].filter(({ length }) => length >= MIN_KEY_LENGTH);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not percent-encoded
  }
}
