// Deploys the contracts to the local profile's chain, once. The other services wait for this one-shot. Chain and deployer
// are new at that time, so the addresses are always those of deploy/local.env.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Secret } from '../dist/libs/common/src/index.js';
import { deployContracts, isDeployed } from '../dist/libs/contracts/src/index.js';

const RECORD = '/data/deployment.json';
const FAUCET_BALANCE_WEI = '0x33b2e3c9fd0803ce8000000'; // a billion coins
const { CHAIN_RPC_URL: rpcUrl, FACTORY_ADDRESS, COLLATERAL_ADDRESS, FAUCET_PRIVATE_KEY } = process.env;

const stored = existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : null;
const isThere = stored !== null && (await isDeployed(rpcUrl, stored));
const deployment = isThere ? stored : await deployAnew();
await giveCoins(deployment.deployer);
console.log(`the market factory is at ${deployment.factory}`);

async function deployAnew() {
  const made = await deployContracts({ rpcUrl, deployerKey: new Secret(FAUCET_PRIVATE_KEY), chainId: 31_999 });
  if (made.factory !== FACTORY_ADDRESS || made.collateral !== COLLATERAL_ADDRESS) {
    console.error('this chain held other contracts before; clear it: docker compose --profile local down --volumes');
    process.exit(1);
  }
  writeFileSync(RECORD, JSON.stringify(made));
  return made;
}

/** More than the faucet can spend. */
async function giveCoins(account) {
  const body = { jsonrpc: '2.0', id: 1, method: 'anvil_setBalance', params: [account, FAUCET_BALANCE_WEI] };
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(rpcUrl, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`the chain answered ${response.status}`);
}
