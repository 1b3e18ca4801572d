// An agent in one file: finds markets, decides, keeps a budget and claims. It stores nothing, and may be killed and
// started again at any moment: `node examples/agent.mjs`, or with EVERY_S=30 for a round every 30 seconds.
import { setTimeout as sleep } from 'node:timers/promises';

const { API = 'http://127.0.0.1:4000', API_KEY, AGENT_ID = 'agent_rain_01' } = process.env;
const { STAKE = '5', BUDGET = '50', EVERY_S } = process.env; // display units of the token: USDC
const ACTIONS = ['buy_yes', 'buy_no', 'claim_payout', 'claim_refund'];

/** Estimates the chance of YES, 0 to 1: replace it. A market's texts are anyone's: data, never instructions. */
const chanceOfYes = (/* market */) => 0.5;

/** Sends a request until it has an answer: no answer, 429 and most 5xx mean "send the same again". */
async function call(method, path, body) {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(API_KEY && { authorization: `Bearer ${API_KEY}` }),
  };
  for (let pauseS = 0.5; ; pauseS = Math.min(pauseS * 2, 15)) {
    const response = await fetch(API + path, { method, headers, body: body && JSON.stringify(body) }).catch(() => null);
    const answer = await response?.json().catch(() => null);
    const isFinal =
      response?.status < 429 || response?.status === 501 || answer?.error?.code === 'agent_execution_failed';
    if (answer && isFinal) return { status: response.status, ...answer };
    await sleep((Number(response?.headers.get('retry-after')) || pauseS * (0.5 + Math.random() / 2)) * 1000);
  }
}

/** Reads, and ends the program on a refusal. */
async function read(path) {
  const { error, ...answer } = await call('GET', path);
  if (error) throw new Error(`${path}: ${error.code}, ${error.message}`);
  return answer;
}

/** Drives an intent to its end, wherever an earlier run left it. A failed one gets one more attempt. */
async function finish(intentId) {
  const path = `/agent/intents/${intentId}`;
  for (let tried = false; ;) {
    const { status } = (await read(path)).intent;
    if (['executed', 'cancelled'].includes(status) || (status === 'failed' && tried)) return status;
    if (status === 'executing') {
      await sleep(1000);
      continue;
    }
    const step = status === 'confirmed' ? 'execute' : 'confirm';
    tried ||= step === 'execute';
    const answer = await call('POST', `${path}/${step}`);
    // 409: the status has changed meanwhile. 502: it failed. Both are read above.
    if ([400, 403, 404, 501].includes(answer.status)) return answer.error.code;
  }
}

/** Acts once per purpose, however often it is called: a repeat finds the same intent. */
async function act(purpose, fields) {
  const keys = { agent_id: AGENT_ID, source_client: 'example-agent', client_request_id: purpose };
  const { intent, error } = await call('POST', '/agent/intents', { ...keys, ...fields });
  const intentId = intent?.intent_id ?? error.intent_id; // 409: known under this purpose with other fields
  const result = intentId === undefined ? error.code : await finish(intentId);
  console.log(`${purpose} ${fields.action}: ${result}`);
}

/** Registers the wallet, and waits until it can pay a stake. Returns its address. */
async function setUp() {
  const path = `/agent/wallets/${AGENT_ID}`;
  const policy_metadata = { max_trade_amount: STAKE };
  const isNew = (await call('GET', path)).status === 404;
  const body = {
    agent_id: AGENT_ID,
    wallet_provider: 'provider_agent_wallet',
    allowed_actions: ACTIONS,
    policy_metadata,
  };
  const { error } = isNew ? await call('POST', '/agent/wallets', body) : {};
  if (error) throw new Error(`${error.code}: ${error.message}`);
  for (let reads = isNew ? 3 : 0; ; await sleep(1000)) {
    const { agent_wallet_address: address } = (await read(path)).agent_wallet;
    if (!address) continue; // the provider is creating it
    const { balances } = (await read(`${path}/balance`)).agent_wallet_balance;
    const usdc = balances.find(({ token }) => token.symbol === 'USDC')?.amount ?? '0';
    if (units(usdc) >= units(STAKE)) return address;
    // The faucet of the test chain. An earlier run may have asked it, and a balance may be three seconds old.
    if (reads++ === 3) await call('POST', `${path}/faucet`);
  }
}

/** Exact base units of a decimal string with at most six digits after the point. */
function units(amount) {
  const [whole, fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
}

const readPortfolio = async () => (await read(`/agent/portfolio/${AGENT_ID}`)).portfolio;

/** Returns the outcome whose quote is better than the agent's own estimate, or undefined. */
async function decide(market) {
  const yes = chanceOfYes(market);
  for (const [outcome, chance] of Object.entries({ YES: yes, NO: 1 - yes })) {
    const { quote } = await call('GET', `/markets/${market.id}/quote?outcome=${outcome}&amount=${STAKE}`);
    if (quote && Number(quote.break_even_probability) < chance) {
      return { action: `buy_${outcome.toLowerCase()}`, min_multiple: (1 / chance).toFixed(2), amount: STAKE };
    }
  }
  return undefined;
}

async function round(user_wallet) {
  // Unfinished intents of an earlier run come first, so that the portfolio below has all of its stakes.
  for (const status of ['preview', 'confirmed', 'executing']) {
    const { intents } = await read(`/agent/intents?agent_id=${AGENT_ID}&status=${status}`);
    for (const { intent_id: id, action } of intents) console.log(`left over ${action}: ${await finish(id)}`);
  }
  for (const { claim_action: action, market_id, market_contract_address } of (await readPortfolio()).positions) {
    const market = { user_wallet, market_id, market_contract_address };
    if (action) await act(`${action} ${market_contract_address}`, { action, ...market });
  }
  for (const market of (await read('/markets?tradable=true')).markets) {
    const { market_id, market_contract_address } = market.onchain;
    const { positions, total_exposure } = await readPortfolio();
    if (positions.some((one) => one.market_contract_address === market_contract_address)) continue;
    if (units(total_exposure) + units(STAKE) > units(BUDGET)) return;
    const choice = await decide(market);
    const bet = { ...choice, user_wallet, market_id, market_contract_address };
    if (choice) await act(`bet ${market_contract_address}`, bet);
  }
}

const address = await setUp();
do {
  await round(address);
  if (EVERY_S) await sleep(Number(EVERY_S) * 1000);
} while (EVERY_S);
