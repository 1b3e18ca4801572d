import { Secret } from '@app/common';
import type { FunctionFragment, Interface } from 'ethers/abi';
import {
  computeRef,
  deployContracts,
  encodeApproval,
  type EncodedCall,
  encodeMarketCall,
  encodeMint,
  factoryInterface,
  type MarketCall,
  marketInterface,
  type ReplayGuard,
} from '@app/chain';
import { ACCOUNTS, FIRST_ACCOUNT_KEY, startAnvil } from './anvil.js';
import { Chain, type Effect, type Transaction } from './chain.js';

export const DAY = 86_400;
export const YEAR = 365 * DAY;
export const HOUR = 3_600;
export const ESCAPE_DELAY = 30 * DAY;

const [deployer, creator, resolver, alice, bob, carol] = ACCOUNTS;
export const ROLES = { deployer, creator, resolver, alice, bob, carol } as const;
const FUNDS = 1_000_000_000_000n;

export interface NewMarket {
  id?: string;
  question?: string;
  closeTimestampSeconds?: number;
  resolver?: string;
  collateralToken?: string;
}

/** A fresh chain with the contracts deployed and every account funded. */
export class ContractFixture {
  private markets = 0;
  private refs = 0;

  private constructor(
    readonly url: string,
    readonly chain: Chain,
    readonly factory: string,
    readonly collateral: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(): Promise<ContractFixture> {
    const anvil = await startAnvil();
    const deployment = await deployContracts({ rpcUrl: anvil.url, deployerKey: new Secret(FIRST_ACCOUNT_KEY) });
    const chain = new Chain(anvil.url);
    await chain.start();
    const fixture = new ContractFixture(anvil.url, chain, deployment.factory, deployment.collateral, anvil.stop);
    for (const account of ACCOUNTS) await fixture.mint(account, FUNDS);
    return fixture;
  }

  async mint(account: string, amount: bigint): Promise<void> {
    await this.chain.mustSend({ from: deployer, to: this.collateral, data: encodeMint(account, amount).callData });
  }

  async approve(from: string, spender: string, amount: bigint): Promise<void> {
    const { callData } = encodeApproval(spender, amount);
    await this.chain.mustSend({ from, to: this.collateral, data: callData });
  }

  /** Returns an unused ref with a deadline in one hour. */
  freshOnce(): ReplayGuard {
    this.refs += 1;
    return { ref: computeRef(`agent_intent_${this.refs}`), deadlineSeconds: this.chain.now + HOUR };
  }

  /** Creates a market, which closes in one hour by default, and approves it for the buyers. @returns its address */
  async market(given: NewMarket = {}, buyers: readonly string[] = ACCOUNTS): Promise<string> {
    const effect = await this.create(creator, given);
    const [event] = effect.events;
    if (event?.name !== 'MarketCreated') throw new Error(`no market: ${effect.error}`);
    for (const buyer of buyers) await this.approve(buyer, event.market, FUNDS);
    return event.market;
  }

  create(from: string, given: NewMarket = {}, once?: ReplayGuard): Promise<Effect> {
    this.markets += 1;
    const call: MarketCall = {
      function: 'createMarket',
      id: `market-${this.markets}`,
      question: 'Will it rain?',
      closeTimestampSeconds: this.chain.now + HOUR,
      resolver,
      collateralToken: this.collateral,
      ...given,
    };
    return this.act(from, this.factory, call, once);
  }

  /** Calls the factory or a market, with ref and deadline when `once` is given. */
  act(from: string, to: string, call: MarketCall, once?: ReplayGuard): Promise<Effect> {
    return this.chain.send(buildTransaction(from, to, call, once));
  }

  buy(from: string, market: string, outcome: 'YES' | 'NO', amountBaseUnits: bigint): Promise<Effect> {
    const name = outcome === 'YES' ? 'buyYes' : 'buyNo';
    return this.act(from, market, { function: name, amountBaseUnits, minPayoutBaseUnits: 0n });
  }

  async toCloseTime(market: string): Promise<void> {
    await this.chain.setNextTime(await this.readCloseTime(market));
  }

  async readCloseTime(market: string): Promise<number> {
    const data = marketInterface.encodeFunctionData('closeTimestamp');
    return Number(await this.chain.rpc<string>('eth_call', [{ to: market, data }, 'pending']));
  }
}

export function buildTransaction(from: string, to: string, call: MarketCall, once?: ReplayGuard): Transaction {
  const encoded = encodeMarketCall(call, once ?? { ref: `0x${'00'.repeat(32)}`, deadlineSeconds: 0 });
  return { from, to, data: once === undefined ? directData(encoded) : encoded.callData };
}

/** Encodes the overload without ref and deadline, which for a buy has no minimum payout either. */
function directData({ contract, function: name, args }: EncodedCall): string {
  const target = contract === 'PredictionMarketFactory' ? factoryInterface : marketInterface;
  const [direct] = listOverloads(target, name);
  if (direct === undefined) throw new Error(`no function ${name}`);
  return target.encodeFunctionData(direct, args.slice(0, direct.inputs.length));
}

/** Overloads of a function, the one with the fewest parameters first. */
function listOverloads(target: Interface, name: string): FunctionFragment[] {
  const functions = target.fragments.filter((one): one is FunctionFragment => one.type === 'function');
  return functions.filter((one) => one.name === name).sort((left, right) => left.inputs.length - right.inputs.length);
}
