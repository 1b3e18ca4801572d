// A betting agent in one file. Run it again after a crash at any point: no bet is made twice.
// Build the SDK with `npm run build -w @presage/sdk`, or copy this file into a project that has it. Then:
//   node examples/sdk-agent.mjs
import { Presage, PresageError } from '@presage/sdk';

const STAKE = '5';
/** Bets only while the market thinks YES less likely than this. */
const MAX_PROBABILITY = 0.6;

const presage = new Presage({
  baseUrl: process.env.PRESAGE_URL ?? 'http://127.0.0.1:4000',
  apiKey: process.env.PRESAGE_API_KEY,
});
const agent_id = process.env.PRESAGE_AGENT ?? 'agent_short_01';

try {
  await setUp();
  await bet();
  await claim();
} catch (error) {
  if (!(error instanceof PresageError)) throw error;
  console.error(error.code, error.message, error.nextActions.join(' '));
  process.exitCode = 1;
}

async function setUp() {
  const allowed_actions = ['buy_yes', 'claim_payout', 'claim_refund'];
  await presage.request('registerWallet', {
    body: {
      ...{ agent_id, wallet_provider: 'provider_agent_wallet', allowed_actions },
      policy_metadata: { max_trade_amount: STAKE },
    },
  });
  await presage.addressOf(agent_id);
  await presage.request('requestFaucet', { path: { agent_id } }).catch((error) => {
    if (!(error instanceof PresageError) || error.code !== 'rate_limited') throw error;
  });
}

/** Bets on YES in every open market whose price is low enough, once for each market. */
async function bet() {
  for await (const { id, onchain } of presage.list('listMarkets', { query: { status: 'OPEN' } })) {
    if (onchain === null || Number(onchain.implied_probability_yes ?? 0.5) >= MAX_PROBABILITY) continue;
    const { market_id, market_contract_address } = onchain;
    const purpose = `yes on ${id}`;
    await act({ purpose, action: 'buy_yes', market_id, market_contract_address, amount: STAKE });
  }
}

/** Claims what resolved and cancelled markets owe. */
async function claim() {
  const { portfolio } = await presage.request('getPortfolio', { path: { agent_id } });
  for (const { claim_action: action, market_id, market_contract_address } of portfolio.positions) {
    if (action === null) continue;
    await act({ purpose: `${action} ${market_contract_address}`, action, market_id, market_contract_address });
  }
}

async function act(action) {
  try {
    const { status, execution } = await presage.act({ agent_id, ...action }, { retryFailed: true });
    console.log(action.purpose, status, execution?.transaction_hash ?? execution?.error_message ?? '');
  } catch (error) {
    if (!(error instanceof PresageError)) throw error;
    console.log(action.purpose, 'refused', error.code, error.nextActions.join(' '));
  }
}
