/**
 * Characters that break a line, are not drawn, or change the direction of text, by their Unicode properties: controls,
 * format characters, private use, surrogates and unassigned code points (C), separators of lines and paragraphs, and
 * default-ignorable code points. The three blanks at the end have no property that tells them from symbols.
 */
const HIDDEN = String.raw`[\p{C}\p{Zl}\p{Zp}\p{DI}\u{16fe4}\u2800\u{1d159}]`;
const LINE_BREAK = String.raw`[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]`;

/** Scripts whose words need joiners: cursive ones, and those with a virama. */
const CURSIVE = 'Adlm Arab Mand Mong Nkoo Rohg Syrc';
const WITH_VIRAMA = 'Beng Deva Gujr Guru Khmr Knda Mlym Mymr Orya Sinh Taml Telu';
const SCRIPTS = `${CURSIVE} ${WITH_VIRAMA}`.replaceAll(/(\w+) ?/g, '\\p{scx=$1}');
const JOINING = `(?!${HIDDEN})(?=[\\p{L}\\p{M}])[${SCRIPTS}]`;
const PICTOGRAPH = String.raw`(?!\p{C})\p{ExtPict}[\ufe0e\ufe0f]?\p{EMod}?`;

/** Sequences in which a hidden character belongs to the visible one before it. */
const SEQUENCES = [
  String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`, // flags such as that of Scotland
  `${PICTOGRAPH}(?:\\u200d${PICTOGRAPH})*`,
  String.raw`[#*0-9]\ufe0f\u20e3`, // keycaps
  `${JOINING}(?:\\u200d|\\u200c(?=${JOINING}))`,
  `(?=\\p{M})${JOINING}\\u200c`,
  `(?!${HIDDEN})\\p{Ideographic}[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]`, // variants of ideographs
  `(?=\\p{L})(?!${HIDDEN})\\p{sc=Mong}[\\u180b-\\u180f]`, // variants of Mongolian letters
];

/** Faster than the test for hidden characters. Most texts pass it. */
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
const ANY_HIDDEN = new RegExp(HIDDEN, 'u');
const PARTS = new RegExp(`(${SEQUENCES.join('|')})|(${LINE_BREAK}${HIDDEN}*)|${HIDDEN}`, 'gu');

/** Whether a text shows all that it contains, in one line and in the direction of its letters. */
export function isPlainText(text: string): boolean {
  return plainText(text) === text;
}

/** Text of a market's creator as one line: line breaks and tabs become a space, other hidden characters are removed. */
export function plainText(text: string): string {
  if (PRINTABLE_ASCII.test(text) || !ANY_HIDDEN.test(text)) return text;
  return text.replace(PARTS, (_part, sequence?: string, lineBreak?: string) => sequence ?? (lineBreak ? ' ' : ''));
}
