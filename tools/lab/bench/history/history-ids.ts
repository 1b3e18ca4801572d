import { createHash } from 'node:crypto';

export const WALLETS = 1_000;
/** Markets that each wallet buys in. */
export const MARKETS_PER_WALLET = 20;
export const MARKETS = 2_000;
/** Block of the newest ended execution. Each earlier one has the block before. */
export const LAST_BLOCK = 10_000_000;
/** Block up to which the chain is indexed. */
export const INDEXED_BLOCK = LAST_BLOCK + 5;

/** Rows of the live part, by the number of their wallet. The wallets after them have only ended executions. */
export const LIVE_LANES = 200;
export const QUARANTINED = { first: LIVE_LANES + 1, last: LIVE_LANES + 3 } as const;
/** Wallet with half of the ended executions, a due lane with a queued one, and a confirmed intent. */
export const BUSIEST = 11;
/** Newest ended executions that are to be read back. */
export const MISSING_READBACKS = 5;

// SQL of values that are derived from the SQL of a number. Ids are as random as the product's.
export const sqlAddress = (number: string): string => `'0x' || lpad(to_hex(${number}), 40, '0')`;
export const sqlAgent = (wallet: string): string => `'agent_bench_' || ${wallet}`;
export const sqlWallet = (wallet: string): string => `md5('wallet' || ${wallet})::uuid`;
export const sqlUser = (wallet: string): string => `md5('user' || ${wallet})::uuid`;
export const sqlMarket = (market: string): string => `md5('market' || ${market})::uuid`;
export const sqlIntent = (key: string): string => `'agent_intent_' || md5(${key})`;
export const sqlExecution = (key: string): string => `'agent_execution_' || md5(${key})`;
export const sqlHash = (text: string): string => `'0x' || encode(sha256((${text})::bytea), 'hex')`;
/** Contract address of a market, unlike those of wallets. */
export const sqlContract = (market: string): string => sqlAddress(`${1_000_000} + ${market}`);

// Of an ended execution by its age: the number of executions that ended after it.
const isOfBusiest = (age: string): string => `${age} % 2 = 0`;
export const sqlWalletOf = (age: string): string =>
  `(CASE WHEN ${isOfBusiest(age)} THEN ${BUSIEST} ELSE ${age} / 2 % ${WALLETS} + 1 END)`;
/** Wallets buy in one of their markets after the other. */
export const sqlMarketOf = (age: string): string =>
  sqlHolding(sqlWalletOf(age), `CASE WHEN ${isOfBusiest(age)} THEN ${age} / 2 ELSE ${age} / 2 / ${WALLETS} END`);
/** Number of a market of a wallet. */
export const sqlHolding = (wallet: string, market: string): string =>
  `((${wallet} * ${MARKETS_PER_WALLET} + (${market}) % ${MARKETS_PER_WALLET}) % ${MARKETS} + 1)`;
/** Two of a hundred fail. */
export const sqlIsFailed = (age: string): string => `(${age}::bigint * 7919 / 13 % 50 = 7)`;
export const sqlRef = (key: string): string => sqlHash(`'ref' || ${key}`);

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

export const agentId = (wallet: number): string => `agent_bench_${wallet}`;
export const agentAddress = (wallet: number): string => `0x${wallet.toString(16).padStart(40, '0')}`;
export const contractAddress = (market: number): string => agentAddress(1_000_000 + market);
export const laneId = (wallet: number): string =>
  md5(`wallet${wallet}`).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
/** @param key the age of an ended execution, or `live` and the number of the wallet */
export const intentId = (key: number | string): string => `agent_intent_${md5(String(key))}`;
export const executionId = (key: number | string): string => `agent_execution_${md5(String(key))}`;
