import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { isRecord } from '@app/common';
import { testRun } from '../../test/support/test-run.js';
import { DataFolder } from './data-folder.js';
import { loadSecrets } from './secrets.js';

describe('the secrets of a data folder', () => {
  const newFolder = async () => new DataFolder(await mkdtemp(path.join(testRun().folder, 'secrets-')));

  it('stay the same from start to start', async () => {
    const folder = await newFolder();
    const [first, second] = [loadSecrets(folder), loadSecrets(folder)];
    expect(second.stepSealKey.reveal()).toBe(first.stepSealKey.reveal());
    expect(second.faucetKey.reveal()).toBe(first.faucetKey.reveal());
  });

  it('gain database passwords where the folder has none', async () => {
    const folder = await newFolder();
    const secrets = loadSecrets(folder);
    const { opsDatabasePassword, apiDatabasePassword, workerDatabasePassword, webhooksDatabasePassword } = secrets;
    const passwords = [opsDatabasePassword, apiDatabasePassword, workerDatabasePassword, webhooksDatabasePassword];
    expect(new Set(passwords.map((one) => one.reveal())).size).toBe(4);
  });

  it('gain a seal key where the folder has none, and keep the others', async () => {
    const folder = await newFolder();
    const before = loadSecrets(folder);
    const stored = folder.readJson('secrets.json');
    const others = Object.entries(isRecord(stored) ? stored : {}).filter(([name]) => name !== 'stepSealKey');
    folder.writeJson('secrets.json', Object.fromEntries(others));
    const [after, next] = [loadSecrets(folder), loadSecrets(folder)];
    expect(after.passcodeKey.reveal()).toBe(before.passcodeKey.reveal());
    expect(after.stepSealKey.reveal()).not.toBe(before.stepSealKey.reveal());
    expect(next.stepSealKey.reveal()).toBe(after.stepSealKey.reveal());
  });

  it('are not completed where another one is missing', async () => {
    const folder = await newFolder();
    folder.writeJson('secrets.json', { stepSealKey: 'key' });
    expect(() => loadSecrets(folder)).toThrow('has no postgresPassword');
  });
});
