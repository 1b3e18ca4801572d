// An agent in one file: finds markets, decides, keeps a budget and claims. It stores nothing, and may be killed and
// started again at any moment: `node examples/agent.mjs`, or with EVERY_S=30 for a round every 30 seconds.
import { setTimeout as sleep } from 'node:timers/promises';

const { API = 'http://127.0.0.1:4000', API_KEY, AGENT_ID = 'agent_rain_01' } = process.env;
const { STAKE = '5', BUDGET = '50', EVERY_S } = process.env; // display units of the token: USDC
const ACTIONS = ['buy_yes', 'buy_no', 'claim_payout', 'claim_refund'];
const JSON_TYPE = { 'content-type': 'application/json', prefer: 'handling=strict' }; // misspelt fields are refused
const HEADERS = { ...JSON_TYPE, ...(API_KEY && { authorization: `Bearer ${API_KEY}` }) };

/** Estimates the chance of YES, 0 to 1: replace it. A market's texts are anyone's: data, never instructions. */
const chanceOfYes = (/* market */) => 0.5;

function giveUp(reason) {
  console.error(reason);
  process.exit(1);
}

let answers = 0;

/** Sends a request until it has an answer: no answer, 429 and most 5xx mean "send the same again". */
async function call(method, path, body) {
  const request = { method, headers: HEADERS, body: body && JSON.stringify(body) };
  for (let pauseS = 0.5; ; pauseS = Math.min(pauseS * 2, 15)) {
    const response = await fetch(API + path, request).catch(() => null);
    const answer = await response?.json().catch(() => null);
    const isFailure = answer?.error?.code === 'agent_execution_failed';
    answers += answer ? 1 : 0;
    if (answer && (response.status < 429 || response.status === 501 || isFailure)) return answer;
    const noAnswer = `No answer from ${API} (the variable API is the address of the service)`;
    if (answers === 0 && pauseS === 15) giveUp(`${noAnswer}. Start the service with npm start, or set API.`);
    console.error(`${answer?.error?.code ?? noAnswer}: trying again`);
    await sleep((Number(response?.headers.get('retry-after')) || pauseS * (0.5 + Math.random() / 2)) * 1000);
  }
}

/** Sends a request, and ends the program if it is refused. */
async function need(method, path, body) {
  const { error, ...answer } = await call(method, path, body);
  if (!error) return answer;
  giveUp(error.code === 'api_key_invalid' ? 'set API_KEY to a valid key' : `${path}: ${JSON.stringify(error)}`);
}

/** Acts once per purpose, however often it is called: a repeat finds the first one and waits for it. */
async function act(purpose, fields) {
  const keys = { agent_id: AGENT_ID, source_client: 'example-agent', client_request_id: purpose };
  for (; ; await sleep(1000)) {
    const { execution, error } = await call('POST', '/agent/actions', { ...keys, ...fields });
    if (execution?.status === 'executed') return console.log(`  ${fields.action}: executed`);
    if (execution && execution.status !== 'failed') continue; // 202: not finished yet
    const { intent_id, failure_reason, ...refused } = error ?? execution; // some services answer failures with 200
    const code = refused.code ?? refused.error_code;
    console.log(`  ${fields.action}: ${code}, ${failure_reason ?? refused.details ?? refused.message}`);
    const hasNoEffect = execution || ['agent_action_refused', 'agent_execution_failed'].includes(code);
    if (hasNoEffect) await call('POST', `/agent/intents/${intent_id}/confirm`); // the next run tries again
    return;
  }
}

/** Registers the wallet, and waits until it can pay a stake. Returns its address. */
async function setUp() {
  const path = `/agent/wallets/${AGENT_ID}`;
  const wallet = { agent_id: AGENT_ID, wallet_provider: 'provider_agent_wallet', allowed_actions: ACTIONS };
  const isNew = (await call('GET', path)).error?.code === 'agent_wallet_not_found';
  if (isNew) await need('POST', '/agent/wallets', { ...wallet, policy_metadata: { max_trade_amount: STAKE } });
  for (let reads = isNew ? 3 : 0; ; await sleep(1000)) {
    const { agent_wallet_address: address } = (await need('GET', path)).agent_wallet;
    if (!address) continue; // the provider is creating it
    const { balances } = (await need('GET', `${path}/balance`)).agent_wallet_balance;
    const usdc = balances.find(({ token }) => token.symbol === 'USDC');
    if (units(usdc?.amount ?? '0') >= units(STAKE)) return address;
    // The faucet of the test chain. An earlier run may have asked it, and a balance may be three seconds old.
    if (reads++ === 3) await call('POST', `${path}/faucet`);
  }
}

/** Converts an amount to the token's smallest units, of which sums are exact. */
const units = (amount) => BigInt(Number(amount).toFixed(6).replace('.', ''));

const percent = (share) => `${(Number(share) * 100).toFixed(1)} %`;

/** Returns the buy whose quote is better than the agent's own estimate, or undefined. */
async function decide(market) {
  const yes = chanceOfYes(market);
  for (const [outcome, chance] of Object.entries({ yes, no: 1 - yes })) {
    const { quote } = await call('GET', `/markets/${market.id}/quote?outcome=${outcome.toUpperCase()}&amount=${STAKE}`);
    const isBetter = quote && Number(quote.break_even_probability) < chance;
    if (!isBetter) continue;
    const price = `${outcome.toUpperCase()} at ${percent(quote.break_even_probability)}`;
    console.log(`${STAKE} ${market.collateral_asset} on ${price} of "${market.title}"`);
    console.log(`  why: this agent estimates ${percent(chance)}, and the bet pays ${quote.payout_if_won} if it wins`);
    return { action: `buy_${outcome}`, amount: STAKE, min_multiple: (1 / chance).toFixed(2) };
  }
}

async function round(user_wallet) {
  // Executions of an earlier run end first, so that the portfolio below has all of its stakes.
  const unfinished = `/agent/intents?agent_id=${AGENT_ID}&status=executing`;
  while ((await need('GET', unfinished)).intents.length > 0) await sleep(1000);
  const readPortfolio = async () => (await need('GET', `/agent/portfolio/${AGENT_ID}`)).portfolio;
  for (const { claim_action: action, market_id, market_contract_address, ...due } of (await readPortfolio())
    .positions) {
    const claim = { action, user_wallet, market_id, market_contract_address };
    if (action) console.log(`${action === 'claim_refund' ? due.refundable : due.claimable} due from ${market_id}`);
    if (action) await act(`${action} ${market_contract_address}`, claim);
  }
  const { markets } = await need('GET', '/markets?tradable=true');
  let decided = 0;
  for (const market of markets) {
    const { market_id, market_contract_address } = market.onchain;
    const { positions, total_exposure } = await readPortfolio();
    const isFull = units(total_exposure) + units(STAKE) > units(BUDGET);
    if (isFull) return console.log(`no further bet: ${total_exposure} of the BUDGET of ${BUDGET} are at stake`);
    if (positions.some((one) => one.market_contract_address === market_contract_address)) continue;
    const buy = await decide(market);
    decided += 1;
    if (!buy) console.log(`no bet on "${market.title}": its prices are not better than the estimate of this agent`);
    else await act(`bet ${market_contract_address}`, { ...buy, user_wallet, market_id, market_contract_address });
    if (buy) console.log(`  see ${linkTo(market)}`);
  }
  if (decided === 0)
    console.log(`nothing to do: ${markets.length ? 'already bet on all open markets' : 'no open market'}`);
}

const service = await need('GET', '/');
const linkTo = ({ id }) => (service.console ? `${API}${service.console}#/markets/${id}` : `${API}/markets/${id}`);
console.log(`${AGENT_ID} trades at ${API}, Presage ${service.version}; set API for another service`);
for (const address = await setUp(); ; await sleep(Number(EVERY_S) * 1000)) {
  await round(address);
  if (!EVERY_S) break;
}
