import { Body, type PipeTransform } from '@nestjs/common';
import type { IntentRequest } from '@app/agents';
import { ACTIONS, type Action, isAction } from '@app/common';
import { address, BodyPipe, Field, OptionalField, oneOf, text } from '../../http/index.js';
import { agentId, amount, closeTimestamp, outcome } from './field-types.js';

/** What every action needs. */
class IntentBody {
  @Field(agentId(), { code: 'agent_id_invalid' }) agent_id: string;
  @Field(oneOf(ACTIONS)) action: Action;
  @Field(address()) user_wallet: string;
  @Field(text({ max: 200 })) market_id: string;
  @OptionalField(text({ max: 200 }), { fallback: null }) source_client: string | null;
  @OptionalField(text({ max: 200 }), { fallback: null }) client_request_id: string | null;
}

class CreateMarketIntentBody extends IntentBody {
  @Field(text({ max: 500 })) question: string;
  @Field(closeTimestamp()) close_timestamp: Date;
  @Field(address()) resolver: string;
  @Field(address()) collateral_token: string;
}

class MarketIntentBody extends IntentBody {
  @Field(address()) market_contract_address: string;
}

class BuyIntentBody extends MarketIntentBody {
  @Field(amount({ positive: true })) amount: string;
}

class ResolveMarketIntentBody extends MarketIntentBody {
  @Field(outcome()) outcome: 'yes' | 'no';
}

/** What each action needs besides; the fields of the other actions are ignored, whatever they hold. */
const INTENT_BODIES = {
  create_market: CreateMarketIntentBody,
  buy_yes: BuyIntentBody,
  buy_no: BuyIntentBody,
  close_market: MarketIntentBody,
  resolve_market: ResolveMarketIntentBody,
  claim_payout: MarketIntentBody,
  cancel_market: MarketIntentBody,
  claim_refund: MarketIntentBody,
} as const satisfies Record<Action, typeof IntentBody>;

/** The body of `POST /agent/intents`, read by the fields of the action that it names. */
export function ValidIntentBody(): ParameterDecorator {
  return Body(new IntentBodyPipe());
}

class IntentBodyPipe implements PipeTransform<unknown, IntentRequest> {
  transform(body: unknown): IntentRequest {
    const action: unknown =
      typeof body === 'object' && body !== null && Object.hasOwn(body, 'action') ? Reflect.get(body, 'action') : null;
    const dto: typeof IntentBody = isAction(action) ? INTENT_BODIES[action] : IntentBody;
    return toIntentRequest(new BodyPipe(dto, 'agent_intent_invalid').transform(body));
  }
}

function toIntentRequest(body: IntentBody): IntentRequest {
  return {
    agentId: body.agent_id,
    action: body.action,
    userWallet: body.user_wallet,
    marketId: body.market_id,
    marketContractAddress: body instanceof MarketIntentBody ? body.market_contract_address : null,
    amount: body instanceof BuyIntentBody ? body.amount : null,
    outcome: body instanceof ResolveMarketIntentBody ? body.outcome : null,
    resolver: body instanceof CreateMarketIntentBody ? body.resolver : null,
    collateralToken: body instanceof CreateMarketIntentBody ? body.collateral_token : null,
    closeTimestamp: body instanceof CreateMarketIntentBody ? body.close_timestamp : null,
    question: body instanceof CreateMarketIntentBody ? body.question : null,
    sourceClient: body.source_client,
    clientRequestId: body.client_request_id,
  };
}
