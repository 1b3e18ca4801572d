import { type Action, ACTIONS, type Intent, takes } from '@presage/sdk';
import { quoted } from '../format/shell.js';
import type { CallFields } from './call-fields.js';

/** The same intent, as four clients ask for it. Each finds the intent of the others by its purpose. */
export interface SameCalls {
  readonly curl: string;
  readonly sdk: string;
  readonly cli: string;
  readonly mcp: string;
}

export interface SameCallsInput {
  readonly baseUrl: string;
  readonly needsKey: boolean;
  readonly fields: CallFields;
  readonly action: Action;
  readonly intent: Intent;
}

export function sameCalls(input: SameCallsInput): SameCalls {
  return { curl: renderCurl(input), sdk: renderSdk(input), cli: renderCli(input), mcp: renderMcp(input) };
}

function renderCurl({ baseUrl, needsKey, action, intent }: SameCallsInput): string {
  const { purpose, ...fields } = action;
  const { user_wallet, resolver, collateral_token, source_client } = intent;
  const body = {
    ...fields,
    user_wallet,
    ...(action.action === 'create_market' && { resolver, collateral_token }),
    source_client,
    client_request_id: purpose,
  };
  const key = needsKey ? ` \\\n  -H "authorization: Bearer $PRESAGE_API_KEY"` : '';
  const post = (path: string): string => `curl -X POST ${quoted(`${baseUrl}/agent/intents${path}`)}${key}`;
  return [
    `${post('')} \\\n  -H 'content-type: application/json' -H 'prefer: handling=strict' \\\n  -d ${quoted(JSON.stringify(body))}`,
    post(`/${intent.intent_id}/confirm`),
    post(`/${intent.intent_id}/execute`),
  ].join('\n');
}

function renderSdk({ baseUrl, needsKey, action }: SameCallsInput): string {
  const key = needsKey ? ', apiKey: process.env.PRESAGE_API_KEY' : '';
  return [
    `import { Presage } from '@presage/sdk';`,
    '',
    `const presage = new Presage({ baseUrl: '${baseUrl}'${key} });`,
    `const { status, execution } = await presage.act(${JSON.stringify(action, null, 2)});`,
  ].join('\n');
}

function renderCli({ baseUrl, action, fields }: SameCallsInput): string {
  const head = `presage --url ${quoted(baseUrl)} --agent ${quoted(action.agent_id)}`;
  return `${head} ${toWords(action, fields).map(quoted).join(' ')} --purpose ${quoted(action.purpose)}`;
}

function toWords(action: Action, { market }: CallFields): string[] {
  const { command } = ACTIONS[action.action];
  if ('question' in action) {
    return [command, market, '--question', action.question, '--closes', String(action.close_timestamp)];
  }
  if ('amount' in action) return [command, market, action.action === 'buy_yes' ? 'yes' : 'no', action.amount];
  return 'outcome' in action ? [command, market, action.outcome] : [command, market];
}

function renderMcp({ action, fields: { market } }: SameCallsInput): string {
  const { action: name, ...given } = action;
  const others = Object.entries(given).filter(
    ([field]) => field !== 'market_id' && field !== 'market_contract_address',
  );
  const named = takes(name, 'market_contract_address') ? { market } : { market_name: market };
  const call = { name: 'preview_action', arguments: { action: name, ...Object.fromEntries(others), ...named } };
  return JSON.stringify(call, null, 2);
}
