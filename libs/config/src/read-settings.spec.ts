import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { flag, integer, key, list, networks, optional, requiredAddress, requiredText, secret } from './field.js';
import { type Environment, readSettings, SettingsError } from './read-settings.js';

const FIELDS = {
  PORT: integer({ min: 1, max: 65_535, default: 4000, doc: 'a port' }),
  ON: flag({ default: true, doc: 'a switch' }),
  NAMES: list({ default: [], doc: 'names' }),
  URL: optional(requiredText({ doc: 'an address' })),
  KEY: secret({ doc: 'a key' }),
  TOKEN: requiredAddress({ doc: 'an address' }),
};
const ADDRESS = `0x${'ab'.repeat(20)}`;

describe('readSettings', () => {
  it('applies defaults, trims, and treats blank as absent', () => {
    const settings = readSettings(FIELDS, { KEY: ' k ', TOKEN: ADDRESS, PORT: ' ', NAMES: 'a, b,', ON: 'off' });
    expect(settings).toMatchObject({ PORT: 4000, ON: false, NAMES: ['a', 'b'], URL: undefined, TOKEN: ADDRESS });
    expect(settings.KEY.reveal()).toBe('k');
  });

  it('names every invalid variable and no value', () => {
    const read = () => readSettings(FIELDS, { PORT: '99999x', ON: 'perhaps', TOKEN: 'hidden-value' });
    expect(read).toThrow(SettingsError);
    expect(read).toThrow(
      /PORT must be a whole number[^]*ON must be true or false[^]*KEY is required[^]*TOKEN must be 0x/,
    );
    expect(read).not.toThrow(/hidden-value|perhaps|99999x/);
  });

  it.each(['10.0.0.1', '10.0.0.0/8, ::1', 'fd00::/8'])('takes %s for networks', (text) => {
    expect(readSettings({ PROXIES: networks({ doc: 'proxies' }) }, { PROXIES: text })).toEqual({
      PROXIES: text.split(', '),
    });
  });

  it.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', '10.0.0'])(
    'refuses %s for networks',
    (text) => {
      const read = () => readSettings({ PROXIES: networks({ doc: 'proxies' }) }, { PROXIES: text });
      expect(read).toThrow(/PROXIES must be addresses or networks/);
    },
  );

  describe('a secret in a file', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'settings-'));
    afterAll(() => rmSync(folder, { recursive: true }));

    /** Path of a new file. */
    function write(content: string): string {
      const file = path.join(folder, randomUUID());
      writeFileSync(file, content);
      return file;
    }

    const readKey = (env: Environment) => readSettings({ KEY: secret({ doc: 'a key' }) }, env).KEY.reveal();

    it.each(['k', 'k\n', 'k\r\n'])('is read from %j', (content) => {
      expect(readKey({ KEY_FILE: write(content), KEY: ' ' })).toBe('k');
    });

    it('keeps the lines of a longer text', () => {
      expect(readKey({ KEY_FILE: write('{\n  "a": 1\n}\n') })).toBe('{\n  "a": 1\n}');
    });

    it.each([
      ['both are set', { KEY: 'hidden', KEY_FILE: write('hidden') }, /- KEY and KEY_FILE are both set/],
      ['the file is empty', { KEY_FILE: write('\n') }, /- KEY is empty in the file that KEY_FILE names/],
      [
        'there is no file',
        { KEY_FILE: path.join(folder, 'hidden') },
        /- KEY cannot be read .*KEY_FILE names \(ENOENT\)/,
      ],
      ['it is a folder', { KEY_FILE: folder }, /- KEY cannot be read .*\(EISDIR\)/],
      ['its content is wrong', { KEY_FILE: write('hidden') }, /- KEY must be 32 bytes/],
    ])('is refused without its name or content when %s', (_when, env, message) => {
      const read = () => readSettings({ KEY: key({ doc: 'a key' }) }, env);
      expect(read).toThrow(message);
      expect(read).not.toThrow(/hidden/);
    });

    it('may be absent, and exists for no other setting', () => {
      const fields = { KEY: optional(secret({ doc: 'a key' })), URL: optional(requiredText({ doc: 'an address' })) };
      expect(readSettings(fields, { KEY_FILE: ' ', URL_FILE: write('text') })).toEqual({});
    });
  });
});
