import { Secret } from '@app/common';
import {
  deployContracts,
  encodeApproval,
  encodeMarketCall,
  encodeMint,
  factoryInterface,
  marketInterface,
  refOf,
  type EncodedCall,
  type MarketCall,
  type OnceOnly,
} from '@app/contracts';
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

/** A chain with the contracts deployed, and everyone funded. */
export class Stage {
  #markets = 0;
  #refs = 0;

  private constructor(
    readonly chain: Chain,
    readonly factory: string,
    readonly collateral: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async set(): Promise<Stage> {
    const anvil = await startAnvil();
    const deployment = await deployContracts({ rpcUrl: anvil.url, deployerKey: new Secret(FIRST_ACCOUNT_KEY) });
    const chain = new Chain(anvil.url);
    await chain.start();
    const stage = new Stage(chain, deployment.factory, deployment.collateral, anvil.stop);
    for (const account of ACCOUNTS) await stage.mint(account, FUNDS);
    return stage;
  }

  async mint(account: string, amount: bigint): Promise<void> {
    await this.chain.mustSend({ from: deployer, to: this.collateral, data: encodeMint(account, amount).callData });
  }

  async approve(from: string, spender: string, amount: bigint): Promise<void> {
    const { callData } = encodeApproval(spender, amount);
    await this.chain.mustSend({ from, to: this.collateral, data: callData });
  }

  /** A ref that was never used, with a deadline an hour ahead. */
  freshOnce(): OnceOnly {
    this.#refs += 1;
    return { ref: refOf(`agent_intent_${this.#refs}`), deadlineSeconds: this.chain.now + HOUR };
  }

  /** A market that closes in an hour unless told otherwise, with approvals for whoever is to buy. */
  async market(given: NewMarket = {}, buyers: readonly string[] = ACCOUNTS): Promise<string> {
    const effect = await this.create(creator, given);
    const [event] = effect.events;
    if (event?.name !== 'MarketCreated') throw new Error(`no market: ${effect.error}`);
    for (const buyer of buyers) await this.approve(buyer, event.market, FUNDS);
    return event.market;
  }

  create(from: string, given: NewMarket = {}, once?: OnceOnly): Promise<Effect> {
    this.#markets += 1;
    const call: MarketCall = {
      function: 'createMarket',
      id: `market-${this.#markets}`,
      question: 'Will it rain?',
      closeTimestampSeconds: this.chain.now + HOUR,
      resolver,
      collateralToken: this.collateral,
      ...given,
    };
    return this.act(from, this.factory, call, once);
  }

  /** Calls the factory or a market: directly, or at most once. */
  act(from: string, to: string, call: MarketCall, once?: OnceOnly): Promise<Effect> {
    return this.chain.send(transactionOf(from, to, call, once));
  }

  buy(from: string, market: string, outcome: 'YES' | 'NO', amountBaseUnits: bigint): Promise<Effect> {
    return this.act(from, market, { function: outcome === 'YES' ? 'buyYes' : 'buyNo', amountBaseUnits });
  }

  async toCloseTime(market: string): Promise<void> {
    await this.chain.setNextTime(await this.closeTimeOf(market));
  }

  async closeTimeOf(market: string): Promise<number> {
    const data = marketInterface.encodeFunctionData('closeTimestamp');
    return Number(await this.chain.rpc<string>('eth_call', [{ to: market, data }, 'pending']));
  }
}

/** Written as: who, where, what, and whether at most once. */
export function transactionOf(from: string, to: string, call: MarketCall, once?: OnceOnly): Transaction {
  const encoded = encodeMarketCall(call, once ?? { ref: `0x${'00'.repeat(32)}`, deadlineSeconds: 0 });
  return { from, to, data: once === undefined ? directData(encoded) : encoded.callData };
}

/** The same call without ref and deadline, as anybody may make it. */
function directData({ contract, signature, args }: EncodedCall): string {
  const target = contract === 'PredictionMarketFactory' ? factoryInterface : marketInterface;
  return target.encodeFunctionData(signature.replace(/,?bytes32,uint64\)$/, ')'), args.slice(0, -2));
}
