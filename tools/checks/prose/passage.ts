export const PASSAGE_KINDS = ['comment', 'document', 'test name', 'public string', 'name'] as const;
export type PassageKind = (typeof PASSAGE_KINDS)[number];

/** Connected text of one kind: a comment block, a paragraph, a string or an identifier. */
export interface Passage {
  readonly file: string;
  readonly kind: PassageKind;
  readonly lines: readonly PassageLine[];
}

export interface PassageLine {
  /** Line number in the file, from 1. */
  readonly number: number;
  /** Text without comment marks, code spans and indentation; never empty. */
  readonly text: string;
}

/** Joins the lines that have words. */
export function passageOf(file: string, kind: PassageKind, lines: readonly PassageLine[]): Passage[] {
  const written = lines
    .map(({ number, text }) => ({ number, text: withoutCode(text).trim() }))
    .filter(({ text }) => /\p{L}/u.test(text));
  return written.length === 0 ? [] : [{ file, kind, lines: written }];
}

function withoutCode(text: string): string {
  return text.replaceAll(/`[^`]*`/g, '``');
}
