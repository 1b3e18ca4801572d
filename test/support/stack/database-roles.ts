import { Secret } from '@app/common';
import { PROCESS_ROLES, type ProcessName } from '@app/persistence';
import { migrate, type MigrateOptions } from '../../../dev/devnet/processes/apps.js';
import type { StackConfig } from '../../../dev/devnet/stack-config.js';

/** Returns the connection string with the role of a process. In test clusters every role has the administrator's password. */
export function roleUrl(databaseUrl: Secret, process: ProcessName): Secret {
  const url = new URL(databaseUrl.reveal());
  url.username = PROCESS_ROLES[process];
  return new Secret(url.href);
}

/** Connection strings of the processes of a stack. */
export function processUrls(databaseUrl: Secret): StackConfig['databaseUrls'] {
  const of = (process: ProcessName): Secret => roleUrl(databaseUrl, process);
  return { api: of('api'), worker: of('worker'), webhooks: of('webhooks') };
}

/** Migrates a database and inserts the demo data. The roles get the password of the connection string. */
export function migrateTestDatabase(options: Omit<MigrateOptions, 'passwords' | 'isDemo'>): Promise<string> {
  const password = new Secret(new URL(options.databaseUrl.reveal()).password);
  const passwords = {
    apiDatabasePassword: password,
    workerDatabasePassword: password,
    webhooksDatabasePassword: password,
    opsDatabasePassword: password,
  };
  return migrate({ ...options, passwords, isDemo: true });
}
