import { Body, type PipeTransform } from '@nestjs/common';
import type { IntentRequest } from '@app/agents';
import { ACTIONS, type Action, isAction } from '@app/common';
import {
  address,
  type ArgumentDescription,
  BodyPipe,
  bodyRefusals,
  type BodyVariant,
  decimal,
  type DescribedPipe,
  Field,
  OptionalField,
  oneOf,
  text,
} from '../../http/index.js';
import { EXAMPLE } from '../../openapi/examples.js';
import { agentId, amount, closeTimestamp, outcome } from './field-types.js';

/** What every action needs. */
class IntentBody {
  @Field(agentId(), { code: 'agent_id_invalid', doc: 'The agent that acts.', example: EXAMPLE.agentId })
  agent_id: string;

  @Field(oneOf(ACTIONS), { doc: 'What shall be done.' })
  action: Action;

  @Field(address(), { doc: 'The address of the agent’s user.', example: EXAMPLE.userWallet })
  user_wallet: string;

  @Field(text({ max: 200 }), { doc: 'The agent’s own name of the market.', example: EXAMPLE.marketName })
  market_id: string;

  @OptionalField(text({ max: 200 }), {
    fallback: null,
    doc: 'The program that asks; half of the idempotency key.',
    example: 'cli',
  })
  source_client: string | null;

  @OptionalField(text({ max: 200 }), {
    fallback: null,
    doc: 'The idempotency key: the same key with the same request answers the same intent, however often it is sent.',
    example: 'order-4711',
  })
  client_request_id: string | null;
}

class CreateMarketIntentBody extends IntentBody {
  @Field(text({ max: 500 }), { doc: 'The question.', example: EXAMPLE.question })
  question: string;

  @Field(closeTimestamp(), {
    doc: 'When buying ends; in the future. Fractions of a second are dropped.',
    example: EXAMPLE.closesAt,
  })
  close_timestamp: Date;

  @Field(address(), { doc: 'Who may resolve the market.', example: EXAMPLE.agentWallet })
  resolver: string;

  @Field(address(), {
    doc: 'The token of the stakes: the one that `/chain/contract` names.',
    example: EXAMPLE.collateral,
  })
  collateral_token: string;
}

class MarketIntentBody extends IntentBody {
  @Field(address(), { doc: 'The market’s contract.', example: EXAMPLE.market })
  market_contract_address: string;
}

class BuyIntentBody extends MarketIntentBody {
  @Field(amount({ positive: true }), { doc: 'The stake, display units; never finer than the token.', example: '10' })
  amount: string;

  @OptionalField(decimal({ integerDigits: 18, fractionDigits: 18, positive: true }), {
    fallback: null,
    doc: 'The least payout by stake that is still acceptable when the buy is sent. The payout may fall afterwards, when others buy.',
    example: '1.5',
  })
  min_multiple: string | null;
}

class ResolveMarketIntentBody extends MarketIntentBody {
  @Field(outcome(), { doc: 'How it ended; `1` is yes and `2` is no. In any case.', example: 'yes' })
  outcome: 'yes' | 'no';
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

/** The same for those who read the API's description: one kind of body for each class of fields. */
const VARIANTS: Readonly<Record<string, BodyVariant>> = {
  CreateMarketIntent: variantOf(CreateMarketIntentBody),
  BuyIntent: variantOf(BuyIntentBody),
  ResolveMarketIntent: variantOf(ResolveMarketIntentBody),
  MarketIntent: variantOf(MarketIntentBody),
};

/** The body of `POST /agent/intents`, read by the fields of the action that it names. */
export function ValidIntentBody(): ParameterDecorator {
  return Body(new IntentBodyPipe());
}

class IntentBodyPipe implements PipeTransform<unknown, IntentRequest>, DescribedPipe {
  readonly describes: ArgumentDescription = {
    in: 'body',
    variants: VARIANTS,
    refusals: bodyRefusals(IntentBody, 'agent_intent_invalid'),
  };

  transform(body: unknown): IntentRequest {
    const action: unknown =
      typeof body === 'object' && body !== null && Object.hasOwn(body, 'action') ? Reflect.get(body, 'action') : null;
    const dto: typeof IntentBody = isAction(action) ? INTENT_BODIES[action] : IntentBody;
    return toIntentRequest(new BodyPipe(dto, 'agent_intent_invalid').transform(body));
  }
}

function variantOf(fields: typeof IntentBody): BodyVariant {
  const actions = ACTIONS.filter((action) => INTENT_BODIES[action] === fields);
  return {
    fields,
    narrowed: { action: { enum: actions } },
    examples: Object.fromEntries(actions.map((action) => [action, { action }])),
  };
}

function toIntentRequest(body: IntentBody): IntentRequest {
  return {
    agentId: body.agent_id,
    action: body.action,
    userWallet: body.user_wallet,
    marketId: body.market_id,
    marketContractAddress: body instanceof MarketIntentBody ? body.market_contract_address : null,
    amount: body instanceof BuyIntentBody ? body.amount : null,
    minMultiple: body instanceof BuyIntentBody ? body.min_multiple : null,
    outcome: body instanceof ResolveMarketIntentBody ? body.outcome : null,
    resolver: body instanceof CreateMarketIntentBody ? body.resolver : null,
    collateralToken: body instanceof CreateMarketIntentBody ? body.collateral_token : null,
    closeTimestamp: body instanceof CreateMarketIntentBody ? body.close_timestamp : null,
    question: body instanceof CreateMarketIntentBody ? body.question : null,
    sourceClient: body.source_client,
    clientRequestId: body.client_request_id,
  };
}
