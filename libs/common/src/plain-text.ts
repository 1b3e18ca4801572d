/** C0 and C1 controls, and the controls that change the direction of text (Unicode UAX #9). */
const CONTROL = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const CONTROLS = new RegExp(CONTROL, 'gu');
const LINE_BREAKS = /[\t\n\v\f\r\u0085]+/g;
/** Faster than the test for controls. Most texts pass it. */
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** Whether a text has no control characters, which drive terminals and disguise what a reader sees. */
export function isPlainText(text: string): boolean {
  return PRINTABLE_ASCII.test(text) || !CONTROL.test(text);
}

/** Text of a market's creator as one line: line breaks and tabs become a space, other control characters are removed. */
export function plainText(text: string): string {
  return isPlainText(text) ? text : text.replace(LINE_BREAKS, ' ').replace(CONTROLS, '');
}
