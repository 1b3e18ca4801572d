import { Body, type PipeTransform } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { type Action, ACTION_NAMES, isAction } from '@app/common';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { onMethod } from '../http/on-method.js';
import { declareField, type DtoClass, fieldsOf } from '../http/validation/field.js';
import { DescribeHandling, unknownFieldsOf } from '../http/validation/handling.js';
import { parseDto } from '../http/validation/parse-dto.js';
import { parseJsonObject } from '../http/validation/valid-body.decorator.js';
import { addRequestFields } from './intent-fields.dto.js';
import { ActDto, CreateIntentDto } from './intent.dto.js';

/** Requests of a route, one for each action; actions with the same fields share one. */
class ActionBodies {
  readonly dtos: readonly DtoClass[];
  private readonly byAction: Readonly<Record<Action, DtoClass>>;
  /** Request without a valid action, which is refused. The fields of all actions are known, and none is required. */
  private readonly ofAny: DtoClass;

  constructor(base: typeof CreateIntentDto | typeof ActDto, suffix: 'Intent' | 'Action') {
    @ApiSchema({ name: `CreateMarket${suffix}`, description: 'Request to create a market on the chain.' })
    class CreateMarketDto extends base {}
    @ApiSchema({ name: `Market${suffix}`, description: 'Request to act on an existing market.' })
    class MarketDto extends base {}
    @ApiSchema({ name: `Buy${suffix}`, description: 'Request to stake on an outcome.' })
    class BuyDto extends base {}
    @ApiSchema({ name: `ResolveMarket${suffix}`, description: 'Request to resolve a market.' })
    class ResolveMarketDto extends base {}
    class AnyDto extends base {}

    this.byAction = {
      create_market: CreateMarketDto,
      buy_yes: BuyDto,
      buy_no: BuyDto,
      close_market: MarketDto,
      resolve_market: ResolveMarketDto,
      claim_payout: MarketDto,
      cancel_market: MarketDto,
      claim_refund: MarketDto,
    };
    this.dtos = [...new Set(Object.values(this.byAction))];
    this.ofAny = AnyDto;
    for (const dto of this.dtos) this.addFields(dto);
  }

  /** The request's own action decides which fields it has. Fields of other actions are ignored. */
  find(action: unknown): DtoClass {
    return isAction(action) ? this.byAction[action] : this.ofAny;
  }

  private addFields({ prototype }: DtoClass): void {
    const [first, ...others] = ACTION_NAMES.filter((action) => this.byAction[action].prototype === prototype);
    if (first === undefined) return;
    addRequestFields(first, prototype);
    ApiProperty({ enum: [first, ...others] })(prototype, 'action');
    for (const name of fieldsOf(prototype).keys()) {
      if (!fieldsOf(this.ofAny.prototype).has(name)) declareField({})(this.ofAny.prototype, name);
    }
  }
}

const INTENTS = new ActionBodies(CreateIntentDto, 'Intent');
const ACTIONS = new ActionBodies(ActDto, 'Action');

/** Completed by the example of the action's schema. */
const EXAMPLES = Object.fromEntries(ACTION_NAMES.map((action) => [action, { summary: action, value: { action } }]));

/** The body of `POST /agent/intents` as the DTO of its action. */
export function ValidIntentBody(): ParameterDecorator {
  return (target, key, index) => {
    validBody(INTENTS)(target, key, index);
    onMethod(DescribeHandling())(target, key, index);
  };
}

/** The body of `POST /agent/actions` as the DTO of its action. */
export function ValidActionBody(): ParameterDecorator {
  return validBody(ACTIONS);
}

function validBody(bodies: ActionBodies): ParameterDecorator {
  return (target, key, index) => {
    Body(new ActionBodyPipe(bodies))(target, key, index);
    onMethod(
      ApiExtraModels(...bodies.dtos),
      ApiBody({ schema: { oneOf: bodies.dtos.map((dto) => ({ $ref: getSchemaPath(dto) })) }, examples: EXAMPLES }),
      ApiErrors('invalid_json', 'agent_id_invalid', 'agent_intent_invalid'),
    )(target, key, index);
  };
}

class ActionBodyPipe implements PipeTransform<unknown, object> {
  constructor(private readonly bodies: ActionBodies) {}

  transform(body: unknown): object {
    const source = parseJsonObject(body, 'agent_intent_invalid');
    const action: unknown = Object.hasOwn(source, 'action') ? Reflect.get(source, 'action') : undefined;
    const unknown = unknownFieldsOf(source);
    return parseDto(this.bodies.find(action), source, { code: 'agent_intent_invalid', unknown, blank: 'absent' });
  }
}
