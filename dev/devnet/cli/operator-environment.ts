import path from 'node:path';
import { inheritedEnvironment, loadDevnetSettings } from '@app/config';
import { PROCESS_ROLES } from '@app/persistence';
import { LOCAL_CHAIN_ID } from '../chain/chain.js';
import { readDeployment } from '../chain/deployment.js';
import { DataFolder } from '../data-folder.js';
import { dataFoldersIn, isDataFolder } from '../find-data-folders.js';
import { rememberedSettings } from '../instance-settings.js';
import { DATABASE, postgresUrl } from '../postgres/postgres.js';
import { PROJECT_ROOT } from '../project-root.js';
import { loadSecrets } from '../secrets.js';

/** No product of `npm start` runs on the data folder. */
export class NotRunningError extends Error {}

/**
 * Returns the settings of an operator command. Without DATABASE_URL it uses the product that `npm start` runs, with the
 * ports of that start.
 * @throws NotRunningError
 */
export function operatorEnvironment(): Record<string, string> {
  const inherited = inheritedEnvironment();
  if ((inherited.DATABASE_URL ?? '') !== '') return inherited;
  const root = path.resolve(PROJECT_ROOT, loadDevnetSettings().PRESAGE_DATA_DIR);
  const folder = isDataFolder(root) ? new DataFolder(root) : null;
  const deployment = folder === null ? null : readDeployment(folder);
  if (folder === null || deployment === null || folder.findOwner() === null)
    throw new NotRunningError(explainMissing(root));
  const remembered = rememberedSettings(folder);
  const settings = loadDevnetSettings({ ...inherited, ...remembered });
  const { opsDatabasePassword: password } = loadSecrets(folder);
  const address = { port: settings.POSTGRES_PORT, database: DATABASE, user: PROCESS_ROLES.ops, password };
  return {
    ...inherited,
    ...remembered,
    DATABASE_URL: postgresUrl(address).reveal(),
    CHAIN_RPC_URL: `http://127.0.0.1:${settings.CHAIN_PORT}`,
    CHAIN_ID: String(LOCAL_CHAIN_ID),
    FACTORY_ADDRESS: deployment.factory,
    COLLATERAL_ADDRESS: deployment.collateral,
  };
}

function explainMissing(root: string): string {
  const running = [...dataFoldersIn(PROJECT_ROOT), ...dataFoldersIn(root)].filter(
    (folder) => folder !== root && new DataFolder(folder).findOwner() !== null,
  );
  const found = running.map((folder) => `\nnpm start runs on ${folder}: set PRESAGE_DATA_DIR=${folder}`);
  return `npm start does not run on ${root}. Start it, set PRESAGE_DATA_DIR to its data folder, or set DATABASE_URL.${found.join('')}`;
}
