/** C0 and C1 controls, and the controls that change the direction of text (Unicode UAX #9). */
const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const LINE_BREAKS = /[\t\n\v\f\r\u0085]+/g;
const ALL_CONTROLS = new RegExp(CONTROLS, 'gu');

/** Whether a text has no control characters, which drive terminals and disguise what a reader sees. */
export function isPlainText(text: string): boolean {
  return !CONTROLS.test(text);
}

/** Text of a market's creator as one line: line breaks and tabs become a space, other control characters are removed. */
export function plainText(text: string): string {
  return isPlainText(text) ? text : text.replace(LINE_BREAKS, ' ').replace(ALL_CONTROLS, '');
}
