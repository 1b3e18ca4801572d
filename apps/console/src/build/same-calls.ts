import type { Action, Intent } from '@presage/sdk';
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
  /** Address of the service. */
  readonly baseUrl: string;
  readonly needsKey: boolean;
  readonly fields: CallFields;
  readonly action: Action;
  /** Intent of the preview. */
  readonly intent: Intent;
}

export function sameCalls(input: SameCallsInput): SameCalls {
  return { curl: curlOf(input), sdk: sdkOf(input), cli: cliOf(input), mcp: mcpOf(input) };
}

function curlOf({ baseUrl, needsKey, action, intent }: SameCallsInput): string {
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
    `${post('')} \\\n  -H 'content-type: application/json' \\\n  -d ${quoted(JSON.stringify(body))}`,
    post(`/${intent.intent_id}/confirm`),
    post(`/${intent.intent_id}/execute`),
  ].join('\n');
}

function sdkOf({ baseUrl, needsKey, action }: SameCallsInput): string {
  const key = needsKey ? ', apiKey: process.env.PRESAGE_API_KEY' : '';
  return [
    `import { Presage } from '@presage/sdk';`,
    '',
    `const presage = new Presage({ baseUrl: '${baseUrl}'${key} });`,
    `const { status, execution } = await presage.act(${JSON.stringify(action, null, 2)});`,
  ].join('\n');
}

function cliOf({ baseUrl, action, fields }: SameCallsInput): string {
  const head = `presage --url ${quoted(baseUrl)} --agent ${quoted(action.agent_id)}`;
  return `${head} ${wordsOf(action, fields).map(quoted).join(' ')} --purpose ${quoted(action.purpose)}`;
}

function wordsOf(action: Action, { market, amount, outcome }: CallFields): string[] {
  switch (action.action) {
    case 'create_market':
      return ['create', market, '--question', action.question, '--closes', action.close_timestamp];
    case 'buy_yes':
    case 'buy_no':
      return ['buy', market, action.action === 'buy_yes' ? 'yes' : 'no', amount];
    case 'resolve_market':
      return ['resolve', market, outcome];
    case 'close_market':
      return ['close', market];
    case 'cancel_market':
      return ['cancel', market];
    case 'claim_payout':
      return ['claim', market];
    case 'claim_refund':
      return ['refund', market];
  }
}

function mcpOf({ action, fields }: SameCallsInput): string {
  const { market, amount, outcome } = fields;
  const { agent_id, purpose } = action;
  const common = { agent_id, action: action.action, purpose };
  const call = { name: 'preview_action', arguments: { ...common, ...argumentsOf(action) } };
  return JSON.stringify(call, null, 2);

  function argumentsOf(given: Action): object {
    if (given.action === 'create_market') {
      return { market_name: market, question: given.question, close_timestamp: given.close_timestamp };
    }
    if (given.action === 'resolve_market') return { market, outcome };
    return given.action === 'buy_yes' || given.action === 'buy_no' ? { market, amount } : { market };
  }
}
