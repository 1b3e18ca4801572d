import { setTimeout as delay } from 'node:timers/promises';
import {
  computeRef,
  type Deployment,
  encodeApproval,
  type EncodedCall,
  encodeMarketCall,
  encodeMint,
  type MarketCall,
  viewCall,
} from '@app/chain';
import { isRecord } from '@app/common';
import { callChain } from './chain-rpc.js';
import type { DeploymentStore } from './deployment.js';

const FILE = 'demo-market.json';
const QUESTION = 'Demo: will it rain in Lisbon a year from today?';
const LIFE_S = 365 * 86_400;
const CALL_DEADLINE_S = 3_600;
/** Accounts without a key, which only stake here. */
const STAKERS = [
  { address: '0x00000000000000000000000000000000000de301', buy: 'buyYes', amountBaseUnits: 60_000_000n },
  { address: '0x00000000000000000000000000000000000de302', buy: 'buyNo', amountBaseUnits: 40_000_000n },
] as const;
const BALANCE_WEI = '0xde0b6b3a7640000';
/** Above the cost of every call, so that none is estimated. */
const GAS = '0x2dc6c0';
const RECEIPT_INTERVAL_MS = 10;
const RECEIPT_TIMEOUT_MS = 120_000;

export interface DemoMarketContext {
  readonly folder: DeploymentStore;
  readonly rpcUrl: string;
  readonly deployment: Deployment;
}

/**
 * Creates a market with stakes on both sides, once for each deployment, so that a first quote and a first buy work.
 * The local chain sends the transactions of any account, so no key is needed.
 * @returns whether it was created now
 */
export async function ensureDemoMarket({ folder, rpcUrl, deployment }: DemoMarketContext): Promise<boolean> {
  const stored = folder.readJson(FILE);
  if (isRecord(stored) && stored.factory === deployment.factory) return false;
  const market = await createDemoMarket(rpcUrl, deployment);
  folder.writeJson(FILE, { factory: deployment.factory, market });
  return true;
}

async function createDemoMarket(rpcUrl: string, { factory, collateral, deployer }: Deployment): Promise<string> {
  const nowS = Math.floor(Date.now() / 1_000);
  // An interrupted start leaves a market under its id, so each attempt has its own.
  const id = `demo-${nowS}`;
  const once = (call: MarketCall, name: string): EncodedCall =>
    encodeMarketCall(call, { ref: computeRef(`${id} ${name}`), deadlineSeconds: nowS + CALL_DEADLINE_S });
  const closeS = nowS + LIFE_S;
  const terms = {
    id,
    question: QUESTION,
    closeTimestampSeconds: closeS,
    resolver: deployer,
    collateralToken: collateral,
  };
  await send(rpcUrl, { from: deployer, to: factory, call: once({ function: 'createMarket', ...terms }, 'create') });
  const marketOf = viewCall('factory', 'marketOf', [deployer, id]);
  const answer = await callChain(rpcUrl, 'eth_call', [{ to: factory, data: marketOf.data }, 'latest']);
  const market = marketOf.decode(String(answer));
  for (const { address, buy, amountBaseUnits } of STAKERS) {
    await callChain(rpcUrl, 'anvil_setBalance', [address, BALANCE_WEI]);
    await send(rpcUrl, { from: deployer, to: collateral, call: encodeMint(address, amountBaseUnits) });
    await send(rpcUrl, { from: address, to: collateral, call: encodeApproval(market, amountBaseUnits) });
    const stake: MarketCall = { function: buy, amountBaseUnits, minPayoutBaseUnits: 0n };
    await send(rpcUrl, { from: address, to: market, call: once(stake, buy) });
  }
  return market;
}

interface LocalTransaction {
  readonly from: string;
  readonly to: string;
  readonly call: EncodedCall;
}

/** Sends a transaction as any account, and waits for its block. @throws Error when it was not mined or reverted */
async function send(rpcUrl: string, { from, to, call }: LocalTransaction): Promise<void> {
  await callChain(rpcUrl, 'anvil_impersonateAccount', [from]);
  const hash = await callChain(rpcUrl, 'eth_sendTransaction', [{ from, to, data: call.callData, gas: GAS }]);
  await callChain(rpcUrl, 'anvil_stopImpersonatingAccount', [from]);
  const deadline = Date.now() + RECEIPT_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const receipt = await callChain(rpcUrl, 'eth_getTransactionReceipt', [hash]);
    if (isRecord(receipt)) {
      if (receipt.status === '0x1') return;
      throw new Error(`the demo market's ${call.function} reverted`);
    }
    await delay(RECEIPT_INTERVAL_MS);
  }
  throw new Error(`the demo market's ${call.function} was not mined`);
}
