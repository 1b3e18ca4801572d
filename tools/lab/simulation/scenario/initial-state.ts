import type { AgentWallet } from '@app/agents';
import { type Action, ACTION_NAMES, EXECUTION_CHAIN, isBuy, ruleOf } from '@app/common';
import type { IntentRecord } from '@app/engine';
import type { Random } from '../../../support/random.js';
import type { ContractModel, Market } from '../chain/contract-model.js';
import type { Tables } from '../memory/rows.js';

export const FACTORY = `0x${'fa'.repeat(20)}`;
export const COLLATERAL = `0x${'c0'.repeat(20)}`;
/** Resolves and cancels markets; not an agent. */
export const RESOLVER = `0x${'5e'.repeat(20)}`;
/** Trades beside the agents, with unlimited funds. */
export const OTHER_TRADER = `0x${'57'.repeat(20)}`;
const OPEN_MARKETS = [`0x${'a1'.repeat(20)}`, `0x${'a2'.repeat(20)}`] as const;
const RESOLVED_MARKET = `0x${'b1'.repeat(20)}`;
const CANCELLED_MARKET = `0x${'b2'.repeat(20)}`;
/** Share of wallets that cancel a market of their own and claim the refund. */
const CANCELLING_SHARE = 0.5;
const EPOCH = new Date(0);
const UNLIMITED = 10n ** 30n;

/** Mostly buys, which have two steps and share an allowance. Exits pass pauses; some actions are refused by the contract. */
const CHOICES: readonly Action[] = [
  'buy_yes',
  'buy_yes',
  'buy_no',
  'buy_no',
  'claim_refund',
  'claim_payout',
  'create_market',
  'close_market',
];

/** Values of `min_multiple` around the initial multiple of the markets. */
const MULTIPLES = [null, null, '1.2', '1.6', '1.75', '1.85', '2.5'];

export function emptyTables(nowMs: number): Tables {
  return {
    wallets: new Map(),
    lanes: new Map(),
    intents: new Map(),
    executions: new Map(),
    pauses: new Set(),
    account: { breakerOpen: false, probeAtMs: null, sendRound: 0, nextSendMs: nowMs },
    reconciling: false,
  };
}

/** @param addressOf address of the wallet with this id at the custody */
export function addWallet(tables: Tables, index: number, addressOf: (id: string) => string): AgentWallet {
  const providerWalletId = `provider-wallet-${index}`;
  const wallet: AgentWallet = {
    id: `lane-${index}`,
    agentId: `agent-${index}`,
    userId: `user-${index}`,
    userWallet: null,
    agentWalletAddress: addressOf(providerWalletId),
    providerWalletId,
    walletProvider: 'simulated',
    chain: EXECUTION_CHAIN,
    allowedActions: ACTION_NAMES,
    status: 'active',
    maxTradeAmount: '50',
    dailyLimit: null,
    marketLimit: null,
    openExposureLimit: null,
    approvalAbove: null,
    policyVersion: '1',
    paused: false,
    sourceClient: null,
    emailVerifiedAt: null,
    frozenAt: null,
    createdAt: EPOCH,
    updatedAt: EPOCH,
  };
  tables.wallets.set(wallet.id, wallet);
  return wallet;
}

/** Adds a few intents of the wallet. Some wallets also cancel a market of their own and claim the refund. */
export function addIntents(tables: Tables, wallet: AgentWallet, random: Random): void {
  for (let count = random.between(1, 3); count > 0; count -= 1) {
    const action = random.pick(CHOICES);
    addIntent(tables, wallet, random, { action, marketContractAddress: chooseMarket(action, random) });
  }
  if (!random.chance(CANCELLING_SHARE)) return;
  const marketContractAddress = ownMarketOf(wallet);
  for (const action of ['cancel_market', 'claim_refund'] as const) {
    addIntent(tables, wallet, random, { action, marketContractAddress });
  }
}

function addIntent(
  tables: Tables,
  { agentId }: AgentWallet,
  random: Random,
  { action, marketContractAddress }: Pick<IntentRecord, 'action' | 'marketContractAddress'>,
): void {
  const id = `intent-${tables.intents.size + 1}`;
  const intent: IntentRecord = {
    id,
    agentId,
    action,
    status: 'preview',
    userWallet: '',
    marketId: id,
    marketContractAddress,
    amount: isBuy(action) ? String(random.between(1, 60)) : null,
    minMultiple: isBuy(action) ? random.pick(MULTIPLES) : null,
    outcome: null,
    resolver: action === 'create_market' ? RESOLVER : null,
    collateralToken: action === 'create_market' ? COLLATERAL : null,
    closeTimestamp: action === 'create_market' ? new Date('2040-01-01') : null,
    question: action === 'create_market' ? 'Does it hold?' : null,
    sourceClient: null,
    clientRequestId: null,
    requestHash: '',
    warnings: [],
    currentExecutionId: null,
    executionsCount: 0,
    approvedAt: null,
    latestExecutionStatus: null,
    createdAt: EPOCH,
    updatedAt: EPOCH,
    confirmedAt: null,
    executedAt: null,
  };
  tables.intents.set(id, intent);
}

/** Adds two open markets, a resolved and a cancelled one, and an open one of each wallet. No undo log is kept, so a reorganisation cannot remove them. */
export function addContracts(state: ContractModel, wallets: Iterable<AgentWallet>): void {
  const market: Market = {
    creator: RESOLVER,
    resolver: RESOLVER,
    closeAtS: Number.MAX_SAFE_INTEGER,
    status: 'open',
    winner: null,
    totalYes: 0n,
    totalNo: 0n,
  };
  const staked = { totalYes: 100_000_000n, totalNo: 100_000_000n };
  for (const address of OPEN_MARKETS) {
    state.markets.set(address, { ...market, ...staked });
    state.allowances.set(`${OTHER_TRADER}|${address}`, UNLIMITED);
  }
  state.tokens.set(OTHER_TRADER, UNLIMITED);
  state.markets.set(RESOLVED_MARKET, { ...market, status: 'resolved', winner: 'yes' });
  state.markets.set(CANCELLED_MARKET, { ...market, status: 'cancelled' });
  for (const wallet of wallets) {
    const address = wallet.agentWalletAddress ?? '';
    state.nativeWei.set(address, 10n ** 18n);
    state.tokens.set(address, 100_000_000n);
    for (const held of [RESOLVED_MARKET, CANCELLED_MARKET]) state.stakes.set(`${held}|yes|${address}`, 5_000_000n);
    const own = ownMarketOf(wallet);
    state.markets.set(own, { ...market, creator: address, resolver: address, totalYes: 5_000_000n });
    state.stakes.set(`${own}|yes|${address}`, 5_000_000n);
  }
}

function ownMarketOf({ agentWalletAddress }: AgentWallet): string {
  return `0xd${(agentWalletAddress ?? '').slice(3)}`;
}

function chooseMarket(action: Action, random: Random): string | null {
  const { when } = ruleOf(action);
  if (when === null) return null;
  if (when.phases.includes('open')) return random.pick(OPEN_MARKETS);
  return when.phases.includes('resolved') ? RESOLVED_MARKET : CANCELLED_MARKET;
}
