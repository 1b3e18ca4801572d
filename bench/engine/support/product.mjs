// The whole product as processes on a fresh chain, as the tests have it.
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { deployContracts } from '../../../dist/libs/contracts/src/index.js';
import { inheritedEnvironment } from '../../../dist/libs/config/src/index.js';
import { fund } from '../../../dist/apps/devnet/src/chain/deployment.js';
import { apiProcess, providerProcess, waitUntilReady, workerProcess } from '../../../dist/apps/devnet/src/processes/apps.js';
import { startMemoryChain } from '../../../dist/apps/devnet/src/chain/chain.js';
import { findFreePort } from '../../../dist/apps/devnet/src/processes/ports.js';
import { temporarySecrets } from '../../../dist/apps/devnet/src/secrets.js';

const ENTITY_KEY = 'entity-key.pem';

/** Starts chain, contracts, provider, API and one worker on a migrated database. */
export async function startProduct(site, databaseUrl) {
  const { runFolder, folder } = site.run;
  const [chainPort, apiPort, providerPort, workerPort] = await Promise.all([1, 2, 3, 4].map(() => findFreePort()));
  const chain = await startMemoryChain({ port: chainPort, logFile: path.join(folder, 'chain.log'), runFolder });
  const secrets = temporarySecrets();
  await fund(chain.rpcUrl, secrets.faucetKey);
  const deployment = await deployContracts({ rpcUrl: chain.rpcUrl, deployerKey: secrets.faucetKey });
  const productSite = {
    ...{ secrets, databaseUrl, deployment, apiPort, providerPort, runFolder },
    rpcUrl: chain.rpcUrl,
    apiHost: '127.0.0.1',
    workerPorts: [workerPort],
    providerDataDir: providerFolder(folder),
    smtpPort: 1,
    inherited: { ...inheritedEnvironment(), LOG_FORMAT: 'json', LOG_LEVEL: 'error' },
  };
  const parts = [providerProcess(productSite), workerProcess(productSite, 0), apiProcess(productSite)];
  const running = await Promise.all(parts.map((part) => launch(part)));
  return {
    secrets,
    deployment,
    apiUrl: parts[2].url,
    providerUrl: parts[0].url,
    stop: async () => {
      keepEntityKey(folder, productSite.providerDataDir);
      await Promise.all(running.map((part) => part.stop(5_000)));
      await chain.stop(0);
    },
  };
}

async function launch(part) {
  const lines = [];
  const running = await part.launch((line) => lines.push(line));
  await waitUntilReady(part, running).catch((cause) => {
    throw new Error(lines.join('\n'), { cause });
  });
  return running;
}

/** An RSA key takes seconds to make: the first provider's serves them all. */
function providerFolder(folder) {
  const made = path.join(folder, `wallet-provider-${randomBytes(4).toString('hex')}`);
  mkdirSync(made, { recursive: true, mode: 0o700 });
  if (existsSync(path.join(folder, ENTITY_KEY)))
    copyFileSync(path.join(folder, ENTITY_KEY), path.join(made, ENTITY_KEY));
  return made;
}

function keepEntityKey(folder, providerDataDir) {
  copyFileSync(path.join(providerDataDir, ENTITY_KEY), path.join(folder, ENTITY_KEY));
}
