import { Secret } from '@app/common';

/** What of these settings no line may show: every secret, and of those that are addresses the password by itself too. */
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
    return text; // its percent signs stand for themselves
  }
}
