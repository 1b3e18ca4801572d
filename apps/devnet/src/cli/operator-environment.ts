import { existsSync } from 'node:fs';
import path from 'node:path';
import { inheritedEnvironment, loadDevnetSettings } from '@app/config';
import { PROCESS_ROLES } from '@app/persistence';
import { LOCAL_CHAIN_ID } from '../chain/chain.js';
import { readDeployment } from '../chain/deployment.js';
import { DataFolder } from '../data-folder.js';
import { DATABASE, postgresUrl } from '../postgres/postgres.js';
import { PROJECT_ROOT } from '../project-root.js';
import { loadSecrets } from '../secrets.js';

/** Returns the settings of an operator command. Without DATABASE_URL it uses the product that `npm start` runs. */
export function operatorEnvironment(): Record<string, string> {
  const inherited = inheritedEnvironment();
  if ((inherited.DATABASE_URL ?? '') !== '') return inherited;
  const settings = loadDevnetSettings();
  const root = path.resolve(PROJECT_ROOT, settings.PRESAGE_DATA_DIR);
  if (!existsSync(root)) return inherited;
  const folder = new DataFolder(root);
  const deployment = readDeployment(folder);
  if (deployment === null) return inherited;
  const { opsDatabasePassword: password } = loadSecrets(folder);
  const address = { port: settings.POSTGRES_PORT, database: DATABASE, user: PROCESS_ROLES.ops, password };
  return {
    ...inherited,
    DATABASE_URL: postgresUrl(address).reveal(),
    CHAIN_RPC_URL: `http://127.0.0.1:${settings.CHAIN_PORT}`,
    CHAIN_ID: String(LOCAL_CHAIN_ID),
    FACTORY_ADDRESS: deployment.factory,
    COLLATERAL_ADDRESS: deployment.collateral,
  };
}
