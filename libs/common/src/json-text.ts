/** Characters that readers of lines take for line breaks, or terminals for commands, and that JSON does not escape. */
const UNESCAPED = /[\u007f-\u009f\u2028\u2029]/g;

/** JSON in one line for every reader: Python's `splitlines`, for one, ends a line at U+0085 and U+2028. */
export function toJsonText(value: unknown): string {
  return JSON.stringify(value).replace(
    UNESCAPED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
