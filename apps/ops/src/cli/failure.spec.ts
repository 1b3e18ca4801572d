import { SettingsError } from '@app/config';
import { ChainUnavailableError } from '@app/engine';
import { failureOf } from './failure.js';

const secret = 'postgres://presage:secret@db';

describe('why nothing came of a command', () => {
  it.each([
    ['ECONNREFUSED', 'the database does not answer (ECONNREFUSED)'],
    ['ENOTFOUND', 'the database does not answer (ENOTFOUND)'],
    ['28P01', 'refuses the user or the password of DATABASE_URL (28P01)'],
    ['3D000', 'no database of the name in DATABASE_URL (3D000)'],
    ['42P01', 'lacks a table: have all migrations run? (42P01)'],
    ['57P03', 'starting or recovering: try again in a moment (57P03)'],
    ['53300', 'no room left, for connections or on its disk (53300)'],
    ['57P01', 'the connection to the database was lost (57P01)'],
    ['22012', 'the database refused a statement (22012)'],
  ])('is told of %s, without a word of the driver’s', (code, meaning) => {
    const told = failureOf(Object.assign(new Error(`could not: ${secret}`), { code }));
    expect(told).toEqual({ text: expect.stringContaining(meaning), exitCode: 1 });
    expect(told.text).not.toContain('secret');
  });

  it('is told of a connection that takes too long', () => {
    const error = new Error('Connection terminated due to connection timeout');
    expect(failureOf(error).text).toBe(
      'failed: the database does not answer: is DATABASE_URL right, and is PostgreSQL up?',
    );
  });

  it('is told of the node', () => {
    expect(failureOf(new ChainUnavailableError('eth_call')).text).toContain('is CHAIN_RPC_URL right');
  });

  it('is a matter of what was typed when settings are wrong', () => {
    expect(failureOf(new SettingsError(['X is required']))).toEqual({
      text: expect.stringContaining('X is required'),
      exitCode: 2,
    });
  });

  it('says what happens without DATABASE_URL', () => {
    const { text } = failureOf(new SettingsError(['DATABASE_URL is required']));
    expect(text).toContain('the commands are for what npm start runs');
  });

  it('names the kind of everything else', () => {
    expect(failureOf(new TypeError(secret))).toEqual({ text: 'failed: TypeError', exitCode: 1 });
    expect(failureOf(secret)).toEqual({ text: 'failed: unknown error', exitCode: 1 });
  });
});
