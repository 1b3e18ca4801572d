import { ChainUnavailableError } from '@app/chain';
import { StartRefusedError } from '@app/common';
import { SettingsError } from '@app/config';
import { failureMessage } from './failure.js';

const secret = 'postgres://presage:secret@db';

describe('failureMessage', () => {
  it.each([
    ['ECONNREFUSED', 'the database does not answer (ECONNREFUSED)'],
    ['ENOTFOUND', 'the database does not answer (ENOTFOUND)'],
    ['28P01', 'refuses the user or the password of DATABASE_URL (28P01)'],
    ['3D000', 'no database with the name in DATABASE_URL (3D000)'],
    ['42501', 'the role of DATABASE_URL lacks a right; the commands need presage_ops (42501)'],
    ['57P03', 'starting or recovering: try again later (57P03)'],
    ['53300', 'reached its limit of connections, memory or disk space (53300)'],
    ['57P01', 'the connection to the database was lost (57P01)'],
    ['22012', 'the database refused a statement (22012)'],
  ])('describes %s without the text of the driver', (code, message) => {
    const text = failureMessage(Object.assign(new Error(`could not: ${secret}`), { code }));
    expect(text).toContain(message);
    expect(text).not.toContain('secret');
  });

  it('describes a connection timeout', () => {
    const error = new Error('Connection terminated due to connection timeout');
    expect(failureMessage(error)).toBe(
      'failed: the database does not answer. Check DATABASE_URL, and that PostgreSQL runs.',
    );
  });

  it('names the settings of an unreachable chain', () => {
    expect(failureMessage(new ChainUnavailableError('eth_call'))).toContain('Check CHAIN_RPC_URL');
  });

  it('says why a database does not serve the command', () => {
    expect(failureMessage(new StartRefusedError('run the migrations'))).toBe('run the migrations');
  });

  it('names wrong settings', () => {
    expect(failureMessage(new SettingsError(['X is required']))).toContain('X is required');
  });

  it('shows only the class of other errors', () => {
    expect(failureMessage(new TypeError(secret))).toBe('failed: TypeError');
    expect(failureMessage(secret)).toBe('failed: unknown error');
  });
});
