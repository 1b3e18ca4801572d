import { isPlainText, plainText } from '@app/common';
import { Random } from '../tools/support/random.js';
import { openDatabase, type OpenDatabase } from '../test/support/open-database.js';

/** Above it, all characters are hidden. */
const LAST_CODE = 0xe0fff;
const ASSIGNED = /^\P{Cn}$/u;
const SHOWN_TEXTS = [
  ...['🏳️‍🌈 👩‍👩‍👧 👩🏽‍🚀 ❤️‍🔥 🏴‍☠️ 🙂‍↔️ ☝🏽 ☂︎ 🇵🇹 1️⃣ #️⃣ 🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'می‌خواهم نامه‌ای ه‍.ش.'],
  ...['क्‍ष क्‌ष শ্রী র‍্য ക്‍ ශ්‍රී ᠠ᠋ 葛󠄀', 'Ζήτω 東京\u3000 e\u0301 “Will it?”', ''],
];

describe('single_line', () => {
  let open: OpenDatabase;

  beforeAll(async () => {
    open = await openDatabase();
  });
  afterAll(() => open?.close());

  async function singleLines(texts: readonly string[]): Promise<string[]> {
    const rows = await open.database.query<{ line: string }>(
      'SELECT single_line(text) AS line FROM unnest($1::text[]) WITH ORDINALITY AS t (text, place) ORDER BY place',
      [texts],
    );
    return rows.map(({ line }) => line);
  }

  it('removes of all assigned characters between letters those that plainText removes', async () => {
    const changed = await open.database.query<{ code: number; line: string }>(
      `SELECT code, line FROM generate_series(1, $1::int) AS code, LATERAL (VALUES ('a' || chr(code) || 'b')) AS t (text),
         single_line(text) AS line
       WHERE code NOT BETWEEN 55296 AND 57343 AND line <> text`,
      [LAST_CODE],
    );
    const lines = new Map(changed.map(({ code, line }) => [code, line]));
    const differences: string[] = [];
    for (let code = 1; code <= LAST_CODE; code++) {
      const character = String.fromCodePoint(code);
      const text = `a${character}b`;
      const isHidden = code >= 0xd800 && code < 0xe000;
      if (isHidden || !ASSIGNED.test(character) || (lines.get(code) ?? text) === plainText(text)) continue;
      differences.push(code.toString(16));
    }
    expect(differences).toEqual([]);
  });

  it('keeps every sequence that plainText keeps', async () => {
    expect(SHOWN_TEXTS.filter((text) => !isPlainText(text))).toEqual([]);
    expect(await singleLines(SHOWN_TEXTS)).toEqual(SHOWN_TEXTS);
  });

  it('gives the same line as plainText for texts of both', async () => {
    const random = new Random(11);
    const parts = [
      ...['a', '1', ' ', '👩', '🏽', '🏴', '❤', '漢', 'ب', '\u20e3', '🇵', '\n', '\u2028', '\u0007', '\u200b', '\u202e'],
      ...['\u200d', '\ufe0f', '\ufe00', '\u{e0067}', '\u{e007f}', '\u{e0100}', '\u180b', '\ufeff', '\u3164'],
    ];
    const texts = Array.from({ length: 3_000 }, () => Array.from({ length: 10 }, () => random.pick(parts)).join(''));
    expect(await singleLines(texts)).toEqual(texts.map(plainText));
  });
});
