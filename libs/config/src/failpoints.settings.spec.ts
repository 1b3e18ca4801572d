import { FAILPOINT_FIELDS, refuseTestSettings } from './failpoints.settings.js';
import { SettingsError } from './read-settings.js';

const { parse } = FAILPOINT_FIELDS.FAILPOINTS;

describe('FAILPOINTS', () => {
  it('is empty by default', () => {
    expect(parse(undefined)).toEqual([]);
  });

  it('parses point, occurrence and delay', () => {
    expect(parse('6@2, 16@1+250')).toEqual([
      { point: 6, nth: 2, afterMs: 0 },
      { point: 16, nth: 1, afterMs: 250 },
    ]);
  });

  it.each(['0@1', '17@1', '6', '6@0', '6@1+', 'six@1', '6@1,,7@1'])('refuses %s', (text) => {
    expect(() => parse(text)).toThrow('must look like');
  });

  it('is rejected in production', () => {
    const FAILPOINTS = parse('6@1');
    expect(() => refuseTestSettings({ NODE_ENV: 'production', FAILPOINTS })).toThrow(SettingsError);
    expect(() => refuseTestSettings({ NODE_ENV: 'production', FAILPOINTS: [] })).not.toThrow();
    expect(() => refuseTestSettings({ NODE_ENV: 'test', FAILPOINTS })).not.toThrow();
  });
});
