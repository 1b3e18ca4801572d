import { Secret } from '@app/common';

/** Shorter parts of a path are words, such as the name of a database. */
const MIN_KEY_LENGTH = 16;

/** Texts that the log must redact: every secret value, and for URLs also the password and keys in the path or query. */
export function listSecrets(settings: Readonly<Record<string, unknown>>): string[] {
  return Object.values(settings).flatMap((value) => {
    if (!(value instanceof Secret)) return [];
    const text = value.reveal();
    if (!URL.canParse(text)) return [text];
    const { password, pathname, searchParams } = new URL(text);
    const keys = [...pathname.split('/'), ...searchParams.values()].filter(({ length }) => length >= MIN_KEY_LENGTH);
    return [text, ...(password === '' ? [] : [password, decoded(password)]), ...keys];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not percent-encoded
  }
}
