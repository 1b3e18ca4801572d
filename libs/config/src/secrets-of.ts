import { Secret } from '@app/common';

/** Texts that the log must redact: every secret value, and for URLs also the password in it. */
export function secretsOf(settings: Readonly<Record<string, unknown>>): string[] {
  return Object.values(settings).flatMap((value) => {
    if (!(value instanceof Secret)) return [];
    const text = value.reveal();
    if (!URL.canParse(text)) return [text];
    const { password } = new URL(text);
    return password === '' ? [text] : [text, password, decoded(password)];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not percent-encoded
  }
}
