import { flag, integer, list, networks, optionalText, requiredAddress, secret } from './field.js';
import { readSettings, SettingsError } from './read-settings.js';

const FIELDS = {
  PORT: integer({ min: 1, max: 65_535, default: 4000, doc: 'a port' }),
  ON: flag({ default: true, doc: 'a switch' }),
  NAMES: list({ default: [], doc: 'names' }),
  URL: optionalText({ doc: 'an address' }),
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
});
