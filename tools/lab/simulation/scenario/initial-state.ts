import type { AgentWallet } from '@app/agents';
import { computeRef } from '@app/chain';
import { type Action, ACTION_NAMES, EXECUTION_CHAIN, isBuy, ruleOf } from '@app/common';
import type { IntentRecord } from '@app/engine';
import type { Random } from '../../../support/random.js';
import type { ContractModel, Market } from '../chain/contract-model.js';
import { deriveMarket } from '../chain/encode-logs.js';
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
/** Share of wallets whose intents depend on those of other wallets. */
const OTHERS_SHARE = 0.2;
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

/** Actions without an approval, so that many are in flight at once. */
const UNAPPROVED: readonly Action[] = [
  'create_market',
  'create_market',
  'create_market',
  'claim_refund',
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
    autoClaim: false,
    policyVersion: '1',
    paused: false,
    sourceClient: null,
    emailVerifiedAt: null,
    frozenAt: null,
    totalLimit: null,
    validUntil: null,
    createdAt: EPOCH,
    updatedAt: EPOCH,
  };
  tables.wallets.set(wallet.id, wallet);
  return wallet;
}

/** How many intents a wallet gets at random, and the highest stake of a buy, in display units. */
export interface IntentsRequest {
  count: number;
  maxAmount: number;
}

/**
 * Adds intents of the wallet. Some depend on others: buys in a market that the lane creates, refunds of a market that this
 * wallet or another one cancels, payouts of one that another one resolves.
 */
export function addIntents(
  tables: Tables,
  wallet: AgentWallet,
  random: Random,
  { count, maxAmount }: IntentsRequest,
): void {
  const add = (action: Action, market = chooseMarket(action, random)): IntentRecord =>
    addIntent(tables, wallet, { action, marketContractAddress: market, ...drawTerms(action, random, maxAmount) });
  const choices = random.pick([CHOICES, UNAPPROVED]);
  for (let left = count; left > 0; left -= 1) {
    const { id, action } = add(random.pick(choices));
    if (action === 'create_market' && random.chance(choices === CHOICES ? 0.5 : 0.05))
      add('buy_yes', deriveMarket(computeRef(id)));
  }
  const markets = [...tables.wallets.values()].map(ownMarketOf);
  const own = ownMarketOf(wallet);
  if (random.chance(CANCELLING_SHARE)) {
    if (random.chance(0.5)) add('buy_no', own);
    add('cancel_market', own);
    add('claim_refund', own);
  }
  if (!random.chance(OTHERS_SHARE)) return;
  add('resolve_market', endedMarketOf(wallet));
  for (const other of tables.wallets.values()) add('claim_payout', endedMarketOf(other));
  for (const market of markets) if (market !== own) add('claim_refund', market);
}

function drawTerms(action: Action, random: Random, maxAmount: number): Pick<IntentRecord, 'amount' | 'minMultiple'> {
  if (!isBuy(action)) return { amount: null, minMultiple: null };
  return { amount: String(random.between(1, maxAmount)), minMultiple: random.pick(MULTIPLES) };
}

function addIntent(
  tables: Tables,
  { agentId }: AgentWallet,
  terms: Pick<IntentRecord, 'action' | 'marketContractAddress' | 'amount' | 'minMultiple'>,
): IntentRecord {
  const { action } = terms;
  const id = `intent-${tables.intents.size + 1}`;
  const intent: IntentRecord = {
    id,
    agentId,
    ...terms,
    status: 'preview',
    userWallet: '',
    marketId: id,
    outcome: action === 'resolve_market' ? 'yes' : null,
    resolver: action === 'create_market' ? RESOLVER : null,
    collateralToken: action === 'create_market' ? COLLATERAL : null,
    closeTimestamp: action === 'create_market' ? new Date('2040-01-01') : null,
    question: action === 'create_market' ? 'Does it hold?' : null,
    evidence: null,
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
  return intent;
}

/**
 * Adds two open markets, a resolved and a cancelled one, and of each wallet an open one and one to resolve, in which all have
 * stakes. No undo log is kept, so a reorganisation cannot remove them.
 */
export function addContracts(state: ContractModel, wallets: readonly AgentWallet[]): void {
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
    const own = { ...market, creator: address, resolver: address, totalYes: 5_000_000n };
    state.markets.set(ownMarketOf(wallet), own);
    state.markets.set(endedMarketOf(wallet), { ...own, closeAtS: 0 });
    for (const held of wallets.flatMap((other) => [ownMarketOf(other), endedMarketOf(other)])) {
      state.stakes.set(`${held}|yes|${address}`, 5_000_000n);
    }
  }
}

function ownMarketOf({ agentWalletAddress }: AgentWallet): string {
  return `0xd${(agentWalletAddress ?? '').slice(3)}`;
}

function endedMarketOf({ agentWalletAddress }: AgentWallet): string {
  return `0xe${(agentWalletAddress ?? '').slice(3)}`;
}

function chooseMarket(action: Action, random: Random): string | null {
  const { when } = ruleOf(action);
  if (when === null) return null;
  if (when.phases.includes('open')) return random.pick(OPEN_MARKETS);
  return when.phases.includes('resolved') ? RESOLVED_MARKET : CANCELLED_MARKET;
}
