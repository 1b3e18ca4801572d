import { existsSync } from 'node:fs';
import path from 'node:path';
import { inheritedEnvironment, loadDevnetSettings } from '@app/config';
import { DataFolder } from '../data-folder.js';
import { readDeployment } from '../chain/deployment.js';
import { LOCAL_CHAIN_ID } from '../chain/chain.js';
import { DATABASE, postgresUrl } from '../postgres/postgres.js';
import { PROJECT_ROOT } from '../project-root.js';
import { loadSecrets } from '../secrets.js';

/**
 * The settings of a program that an operator starts: those of the environment, and where that names no database, those
 * of the product that `npm start` runs on this machine.
 */
export function operatorEnvironment(): Record<string, string> {
  const inherited = inheritedEnvironment();
  if ((inherited.DATABASE_URL ?? '') !== '') return inherited;
  const settings = loadDevnetSettings();
  const root = path.resolve(PROJECT_ROOT, settings.PRESAGE_DATA_DIR);
  if (!existsSync(root)) return inherited;
  const folder = new DataFolder(root);
  const deployment = readDeployment(folder);
  if (deployment === null) return inherited;
  const { postgresPassword: password } = loadSecrets(folder);
  return {
    ...inherited,
    DATABASE_URL: postgresUrl({ port: settings.POSTGRES_PORT, password, database: DATABASE }).reveal(),
    CHAIN_RPC_URL: `http://127.0.0.1:${settings.CHAIN_PORT}`,
    CHAIN_ID: String(LOCAL_CHAIN_ID),
    FACTORY_ADDRESS: deployment.factory,
    COLLATERAL_ADDRESS: deployment.collateral,
  };
}
