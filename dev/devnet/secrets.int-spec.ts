import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
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

  it('have another password for each database role', async () => {
    const secrets = loadSecrets(await newFolder());
    const { opsDatabasePassword, apiDatabasePassword, workerDatabasePassword, webhooksDatabasePassword } = secrets;
    const passwords = [opsDatabasePassword, apiDatabasePassword, workerDatabasePassword, webhooksDatabasePassword];
    expect(new Set(passwords.map((one) => one.reveal())).size).toBe(4);
  });

  it('are refused where one is missing, with the command that helps', async () => {
    const folder = await newFolder();
    folder.writeJson('secrets.json', { stepSealKey: 'key' });
    expect(() => loadSecrets(folder)).toThrow('has no postgresPassword; npm run reset creates a new one');
  });
});
