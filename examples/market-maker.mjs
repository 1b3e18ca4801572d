// A market maker with several wallets: it moves a market's odds to its own estimate, and holds them there.
// Build the SDK with `npm run build -w @presage/sdk`, or copy this file into a project that has it. Then:
//   node examples/market-maker.mjs MARKET 0.7
// Run it again at any moment, also after a crash: a stake is known by the pools that it was meant for.
import { Presage, PresageError } from '@presage/sdk';

const [reference, estimate] = process.argv.slice(2);
if (!(Number(estimate) > 0 && Number(estimate) < 1)) {
  console.error('Usage: node market-maker.mjs MARKET CHANCE, with a chance of YES between 0 and 1, such as 0.7');
  process.exit(2);
}
const { MAKER = 'agent_maker', PRESAGE_URL = 'http://127.0.0.1:4000', PRESAGE_API_KEY: apiKey } = process.env;
const makers = [1, 2, 3].map((number) => `${MAKER}_${number}`);
/** Least total of the pools, and the least stake worth a transaction, in millionths. */
const DEPTH = 30_000_000n;
const MIN_STAKE = 1_000_000n;
const ONE = 1_000_000n;
const chance = BigInt(Math.round(Number(estimate) * 1e6));

const presage = new Presage({ baseUrl: PRESAGE_URL, apiKey });
try {
  await Promise.all(makers.map(setUp));
  await make();
} catch (error) {
  if (!(error instanceof PresageError)) throw error;
  console.error(error.code, error.message, error.nextActions.join(' '));
  process.exitCode = 1;
}

/** Stakes until the pools lack nothing. */
async function make() {
  for (;;) {
    await Promise.all(makers.map(finish));
    const { onchain } = await presage.findMarket(reference);
    const stakes = missing(units(onchain.yes_pool), units(onchain.no_pool));
    if (stakes.length === 0) return;
    await Promise.all(makers.map((agent_id) => stake(agent_id, onchain, stakes)));
  }
}

/** Returns what the pools lack: stakes only add to them, so the scarce side grows to match the other one. */
function missing(yes, no) {
  const totals = [DEPTH, (yes * ONE) / chance, (no * ONE) / (ONE - chance)];
  const total = totals.reduce((most, one) => (one > most ? one : most));
  return [
    { action: 'buy_yes', amount: (total * chance) / ONE - yes },
    { action: 'buy_no', amount: (total * (ONE - chance)) / ONE - no },
  ].filter(({ amount }) => amount >= MIN_STAKE);
}

/** Stakes the share of one wallet. The wallets act in parallel. */
async function stake(agent_id, { market_id, market_contract_address, yes_pool, no_pool }, stakes) {
  for (const { action, amount } of stakes) {
    const purpose = `${action} at ${yes_pool} to ${no_pool} in ${market_contract_address}`;
    const share = text(amount / BigInt(makers.length));
    const fields = { agent_id, purpose, action, market_id, market_contract_address, amount: share };
    const { status, execution } = await presage.act(fields, { retryFailed: true });
    console.log(agent_id, action, share, status);
    if (status !== 'executed') throw new Error(execution?.error_message);
  }
}

/** Waits for the stakes of an earlier run that are on their way. */
async function finish(agent_id) {
  for await (const intent of presage.list('listIntents', { query: { agent_id, status: 'executing' } })) {
    await presage.run(intent);
  }
}

async function setUp(agent_id) {
  const limits = { allowed_actions: ['buy_yes', 'buy_no'], policy_metadata: { max_trade_amount: '100' } };
  await presage.request('registerWallet', { body: { agent_id, wallet_provider: 'provider_agent_wallet', ...limits } });
  await presage.addressOf(agent_id);
  await presage.request('requestFaucet', { path: { agent_id } }).catch((error) => {
    if (!(error instanceof PresageError) || error.code !== 'rate_limited') throw error;
  });
}

function units(amount) {
  const [whole, fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
}

function text(amount) {
  return `${amount / ONE}.${String(amount % ONE).padStart(6, '0')}`;
}
