import { ACTION_NAMES, WALLET_PROVIDER } from '@app/common';
import type { Random } from '../../../support/random.js';
import type { LivePool } from './live-pool.js';

const DEMO_USER = '00000000-0000-4000-8000-000000000001';
const DEMO_MARKET = '00000000-0000-4000-8000-000000000101';
const SOME_ADDRESS = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
const SOME_INTENT = `agent_intent_${'0'.repeat(32)}`;

type Maker = (random: Random, pool: LivePool) => unknown;

const marketId: Maker = (random, pool) =>
  pool.pick(random.chance(0.4) ? 'chain market' : 'market', random, DEMO_MARKET);
const wallet: Maker = (random, pool) => pool.pick('wallet', random, SOME_ADDRESS);
const userId: Maker = (random, pool) => pool.pick('user', random, DEMO_USER);
const amount: Maker = (random) => random.pick(['1', '10', '0.000001', '2.5', '1000000']);
/** A time in the next year, the same for every run of a year. */
const futureTime: Maker = (random) =>
  new Date(Date.UTC(new Date().getUTCFullYear() + 1, random.between(0, 11), 1)).toISOString();
const actions: Maker = (random) => (random.chance(0.95) ? ACTION_NAMES : ACTION_NAMES.filter(() => random.chance(0.5)));
const policy: Maker = (random, pool) => ({
  max_trade_amount: random.chance(0.9) ? null : amount(random, pool),
  auto_claim: random.chance(0.5),
  ...(random.chance(0.1) && {
    ...{
      total_limit: random.pick([null, '1000000000', '-1']),
      valid_until: random.pick([null, 'soon', '2999-01-01T00:00:00Z']),
    },
  }),
});
const words: Maker = (random) => `words ${random.between(1, 99)}`;

/** Mostly an existing agent, sometimes a new one, whose wallet must be created. */
const agentId: Maker = (random, pool) => {
  const kind = random.chance(0.5) ? 'protected agent' : 'agent';
  return random.chance(0.99) ? pool.pick(kind, random, 'agent_unknown') : `agent_new_${random.between(1, 1_000_000)}`;
};

/** Mostly an intent that can be confirmed or executed. */
const intentId: Maker = (random, pool) => {
  const kind = random.pick(['intent', 'preview', 'confirmed', 'confirmed'] as const);
  return pool.pick(kind, random, SOME_INTENT);
};

/** Valid values for fields and parameters, by name. */
const MAKERS: ReadonlyMap<string, Maker> = new Map<string, Maker>(
  Object.entries<Maker>({
    id: marketId,
    market_id: marketId,
    user_id: userId,
    creator_user_id: userId,
    agent_id: agentId,
    intent_id: intentId,
    onboarding_id: (random, pool) => pool.pick('onboarding', random, `agent_onboarding_${'0'.repeat(32)}`),
    user_wallet: wallet,
    agent_wallet_address: wallet,
    resolver: wallet,
    market_contract_address: (random, pool) => pool.pick('contract', random, SOME_ADDRESS),
    collateral_token: (random, pool) => pool.pick('collateral', random, SOME_ADDRESS),
    action: (random) => random.pick(ACTION_NAMES),
    allowed_actions: actions,
    policy_metadata: policy,
    wallet_update: (random, pool) => ({
      allowed_actions: actions(random, pool),
      policy_metadata: policy(random, pool),
      status: 'active',
    }),
    wallet_provider: () => WALLET_PROVIDER,
    chain: () => 'CHAIN-TESTNET',
    amount,
    quantity: amount,
    price: (random) => random.pick(['0', '0.5', '1', '0.123456789012345678']),
    outcome: (random) => random.pick(['YES', 'NO', 'yes', 'no', '1', '2']),
    side: (random) => random.pick(['BUY', 'SELL']),
    status: (random) => random.pick(['active', 'active', 'disabled', 'OPEN', 'DRAFT', 'TRADING_CLOSED', 'RESOLVED']),
    user_email: (random) => `someone${random.between(1, 1_000)}@example.com`,
    otp: (random) => String(random.between(100_000, 999_999)),
    question: words,
    title: words,
    description: words,
    category: (random) => random.pick(['sports', 'politics', 'weather']),
    cover_image_url: () => 'https://images.example.com/a.png',
    closes_at: futureTime,
    opens_at: () => '2020-01-01T00:00:00Z',
    close_timestamp: futureTime,
    client_request_id: (random) => `request ${random.between(1, 100_000)}`,
    source_client: () => 'fuzz',
    min_multiple: () => '1.1',
    evidence: (random) => ({ url: 'https://example.org/a', note: random.pick([null, 'seen']) }),
    limit: (random) => String(random.between(1, 50)),
    cursor: (random, pool) => pool.pick('cursor', random, 'none'),
    sort: (random) => random.pick(['created_at', '-created_at', 'closes_at', '-closes_at']),
    from: () => '2020-01-01T00:00:00Z',
    to: futureTime,
    interval: (random) => random.pick(['1m', '5m', '1h', '1d']),
    q: words,
  }),
);

/** Returns a valid path parameter. Never a protected agent, because a path can disable its wallet. */
export function livePathValue(name: string, random: Random, pool: LivePool): unknown {
  return name === 'agent_id' ? pool.pick('agent', random, 'agent_unknown') : liveValue(name, random, pool);
}

/** Returns a valid value for the name, or plain words for an unknown name. */
export function liveValue(name: string, random: Random, pool: LivePool): unknown {
  return (MAKERS.get(name) ?? words)(random, pool);
}
