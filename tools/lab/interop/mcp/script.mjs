// The calls of tools that every MCP client makes here. Each follows from the results before it.
const { AGENT_ID: agent_id, MARKET } = process.env;
const CLOSES_IN_S = 3_600;
const STAKE = '5';

/** Sets up an agent, creates a market and bets on it. */
function* bet() {
  yield call('setup_agent', { agent_id });
  const close_timestamp = new Date(Date.now() + CLOSES_IN_S * 1000).toISOString();
  const created = yield* carryOut('create_market', {
    market_name: agent_id,
    question: 'Will it rain?',
    close_timestamp,
  });
  const market = created.execution.market_contract_address;
  yield* carryOut('buy_yes', { market, amount: STAKE });
  return market;
}

/** Resolves the market, and claims the payout that a briefing names. */
function* claim(market) {
  yield* carryOut('resolve_market', { market, outcome: 'yes' });
  const { next_actions } = yield call('get_briefing', { agent_id });
  const { tool, arguments: claiming } = next_actions.find(({ arguments: one }) => one.market === market);
  yield* execute(yield call(tool, claiming));
  return market;
}

function* carryOut(action, fields) {
  return yield* execute(yield call('preview_action', { agent_id, action, purpose: action, ...fields }));
}

function* execute({ next }) {
  for (;;) {
    const answer = yield call(next.tool, next.arguments);
    if (answer.outcome === 'executed') return answer;
    if (answer.repeat !== 'same_call') throw new Error(`${answer.outcome}: ${answer.execution?.error_message}`);
  }
}

function call(name, args) {
  return { name, arguments: args };
}

/**
 * Returns a function that takes the result of the last call and returns the next call, or null at the end, when it has
 * printed the number of calls and the market.
 */
export function startScript() {
  const steps = MARKET === undefined ? bet() : claim(MARKET);
  let calls = 0;
  return (result) => {
    const { done, value } = steps.next(result);
    if (done) console.log(JSON.stringify({ calls, market: value }));
    else calls += 1;
    return done ? null : value;
  };
}

/** Plays the script with a function that calls a tool. */
export async function play(callTool) {
  const next = startScript();
  for (let step = next(); step !== null;) step = next(parseResult(await callTool(step)));
}

/** Returns the structured content of a tool's result. @throws Error with the text of a refusal */
export function parseResult({ isError, content, structuredContent }) {
  if (isError === true || structuredContent === undefined) throw new Error(content[0].text);
  return structuredContent;
}
