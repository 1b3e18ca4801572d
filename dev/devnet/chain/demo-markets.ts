import { rmSync } from 'node:fs';
import {
  type Deployment,
  encodeApproval,
  encodeMint,
  factoryInterface,
  marketInterface,
  OUTCOME_NUMBER,
  viewCall,
} from '@app/chain';
import { isRecord } from '@app/common';
import { DEMO_CREATOR, DEMO_MARKETS } from '@app/persistence';
import { DEMO_AGENTS } from '../postgres/demo-agents.js';
import { callChain } from './chain-rpc.js';
import type { DeploymentStore } from './deployment.js';

const FILE = 'demo-markets.json';
const DAY_S = 86_400;
const TOKEN = 1_000_000;
/** Tokens of each agent. */
const WEALTH = 10_000;
/** Stake on each side before the first change of the probability, in tokens. */
const FIRST_STAKE = 20;
const BALANCE_WEI = '0xde0b6b3a7640000';
/** Above the cost of every call, so that none is estimated. */
const GAS = '0x2dc6c0';

/** Age of the oldest market, and so of a chain with demo markets, in days. */
export const DEMO_AGE_DAYS = 42;

/** Probability of YES in percent after each buy, one buy every few days, and how a closed market ends. */
const HISTORIES: Readonly<Record<string, { percents: readonly number[]; end?: 'YES' | 'cancelled' }>> = {
  '101': { percents: [58, 54, 63, 71, 66, 74, 69, 62] },
  '102': { percents: [44, 47, 38, 33, 41, 35, 29, 34] },
  '103': { percents: [54, 57, 52, 59, 64, 61] },
  '104': { percents: [42, 51, 60, 55, 48, 57, 66, 73] },
  '105': { percents: [57, 49, 62, 70, 81, 88], end: 'YES' },
  '106': { percents: [61, 48, 55, 43], end: 'cancelled' },
};

export interface DemoContext {
  readonly folder: DeploymentStore;
  readonly rpcUrl: string;
  readonly deployment: Deployment;
}

interface DemoTransaction {
  readonly atS: number;
  readonly from: string;
  readonly to: string;
  readonly data: string;
}

/** Removes a chain whose demo markets were interrupted. Nothing else is on it: the product starts after them. */
export function discardUnfinishedChain(folder: DeploymentStore, chainFolder: string): void {
  const stored = folder.readJson(FILE);
  if (isRecord(stored) && stored.isComplete === false) rmSync(chainFolder, { recursive: true, force: true });
}

/**
 * Creates markets with some weeks of buys by the demo agents, once for each deployment, on a chain whose clock starts that
 * long ago. The clock then goes to the present. The local chain sends the transactions of any account, so no key is needed.
 * @returns whether they were created now
 */
export async function ensureDemoMarkets({ folder, rpcUrl, deployment }: DemoContext): Promise<boolean> {
  const { factory, collateral, deployer } = deployment;
  const stored = folder.readJson(FILE);
  if (isRecord(stored) && stored.factory === factory && stored.isComplete === true) return false;
  folder.writeJson(FILE, { factory, isComplete: false });
  const nowS = Math.floor(Date.now() / 1_000);
  const call = (method: string, ...params: readonly unknown[]): Promise<unknown> => callChain(rpcUrl, method, params);
  try {
    await call('anvil_autoImpersonateAccount', true);
    for (const address of [DEMO_CREATOR, ...DEMO_AGENTS.map((agent) => agent.address)]) {
      await call('anvil_setBalance', address, BALANCE_WEI);
      const { callData } = encodeMint(address, BigInt(WEALTH * TOKEN));
      await call('eth_sendTransaction', { from: deployer, to: collateral, data: callData, gas: GAS });
    }
    const histories = await Promise.all(
      DEMO_MARKETS.map((market) => listTransactions(market, { rpcUrl, deployment, nowS })),
    );
    for (const { atS, from, to, data } of histories.flat().sort((one, other) => one.atS - other.atS)) {
      await call('evm_setNextBlockTimestamp', atS);
      await call('eth_sendTransaction', { from, to, data, gas: GAS });
    }
  } finally {
    await call('anvil_autoImpersonateAccount', false);
    await call('evm_setTime', Math.floor(Date.now() / 1_000));
    await call('evm_mine');
    folder.writeJson(FILE, { factory, isComplete: true });
  }
  return true;
}

type DemoMarket = (typeof DEMO_MARKETS)[number];

async function listTransactions(
  { id, title, closesInDays }: DemoMarket,
  { rpcUrl, deployment: { factory, collateral, deployer }, nowS }: Omit<DemoContext, 'folder'> & { nowS: number },
): Promise<DemoTransaction[]> {
  const { percents, end } = HISTORIES[id.slice(-3)] ?? { percents: [] };
  const closesS = nowS + closesInDays * DAY_S;
  const address = viewCall('factory', 'marketAddressFor', [DEMO_CREATOR, id, title, BigInt(closesS), deployer]);
  const answer = await callChain(rpcUrl, 'eth_call', [{ to: factory, data: address.data }, 'latest']);
  const market = address.decode(String(answer));
  const createdS = nowS - (DEMO_AGE_DAYS - Number(id.slice(-1)) * 2) * DAY_S;
  const terms = [id, title, closesS, deployer, collateral];
  const data = factoryInterface.encodeFunctionData('createMarket(string,string,uint256,address,address)', terms);
  const transactions: DemoTransaction[] = [{ atS: createdS, from: DEMO_CREATOR, to: factory, data }];
  const stepS = (Math.min(nowS, closesS) - DAY_S / 8 - createdS) / (percents.length + 2);
  for (const [index, { side, stake }] of listStakes(percents).entries()) {
    const { address: from } = DEMO_AGENTS[index % DEMO_AGENTS.length] ?? { address: DEMO_CREATOR };
    const atS = Math.floor(createdS + stepS * (index + 1));
    const amountBaseUnits = BigInt(stake) * BigInt(TOKEN);
    const buy = marketInterface.encodeFunctionData(`${side}(uint256)`, [amountBaseUnits]);
    transactions.push(
      { atS: atS - 60, from, to: collateral, data: encodeApproval(market, amountBaseUnits).callData },
      { atS, from, to: market, data: buy },
    );
  }
  if (end === 'cancelled') {
    const cancel = marketInterface.encodeFunctionData('cancelMarket()');
    transactions.push({ atS: closesS - DAY_S / 10, from: DEMO_CREATOR, to: market, data: cancel });
  }
  if (end === 'YES') {
    const resolve = marketInterface.encodeFunctionData('resolve(uint8)', [OUTCOME_NUMBER.YES]);
    transactions.push({ atS: closesS + DAY_S, from: deployer, to: market, data: resolve });
  }
  return transactions;
}

/** Buys in whole tokens that move the probability of YES to each of these, after a first stake on each side. */
function listStakes(percents: readonly number[]): { side: 'buyYes' | 'buyNo'; stake: number }[] {
  const pools = { buyYes: FIRST_STAKE, buyNo: FIRST_STAKE };
  const later = percents.map((percent) => {
    const wantedYes = (pools.buyNo * percent) / (100 - percent);
    const side = wantedYes > pools.buyYes ? ('buyYes' as const) : ('buyNo' as const);
    const wanted = side === 'buyYes' ? wantedYes : (pools.buyYes * (100 - percent)) / percent;
    const stake = Math.max(1, Math.round(wanted - pools[side]));
    pools[side] += stake;
    return { side, stake };
  });
  return [{ side: 'buyYes', stake: FIRST_STAKE }, { side: 'buyNo', stake: FIRST_STAKE }, ...later];
}
