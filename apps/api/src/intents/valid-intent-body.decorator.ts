import { Body, type PipeTransform } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { type Action, ACTION_NAMES, isAction } from '@app/common';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { onMethod } from '../http/on-method.js';
import { declareField, fieldsOf } from '../http/validation/field.js';
import { DescribeHandling, unknownFieldsOf } from '../http/validation/handling.js';
import { parseDto } from '../http/validation/parse-dto.js';
import { parseJsonObject } from '../http/validation/valid-body.decorator.js';
import { addRequestFields } from './intent-fields.dto.js';
import { CreateIntentDto } from './intent.dto.js';

@ApiSchema({ name: 'CreateMarketIntent', description: 'Request to create a market on the chain.' })
class CreateMarketIntentDto extends CreateIntentDto {}

@ApiSchema({ name: 'MarketIntent', description: 'Request to act on an existing market.' })
class MarketIntentDto extends CreateIntentDto {}

@ApiSchema({ name: 'BuyIntent', description: 'Request to stake on an outcome.' })
class BuyIntentDto extends CreateIntentDto {}

@ApiSchema({ name: 'ResolveMarketIntent', description: 'Request to resolve a market.' })
class ResolveMarketIntentDto extends CreateIntentDto {}

/** Request of each action; those with the same fields share one. Fields of other actions are ignored. */
const DTO_OF_ACTION = {
  create_market: CreateMarketIntentDto,
  buy_yes: BuyIntentDto,
  buy_no: BuyIntentDto,
  close_market: MarketIntentDto,
  resolve_market: ResolveMarketIntentDto,
  claim_payout: MarketIntentDto,
  cancel_market: MarketIntentDto,
  claim_refund: MarketIntentDto,
} as const satisfies Record<Action, typeof CreateIntentDto>;

const DTOS = [...new Set<typeof CreateIntentDto>(Object.values(DTO_OF_ACTION))];

for (const dto of DTOS) {
  const [first, ...others] = ACTION_NAMES.filter((action) => DTO_OF_ACTION[action] === dto);
  if (first === undefined) continue;
  addRequestFields(first, dto.prototype);
  ApiProperty({ enum: [first, ...others] })(dto.prototype, 'action');
}

/** Request without a valid action, which is refused. The fields of all actions are known, and none is required. */
class AnyIntentDto extends CreateIntentDto {}

for (const name of DTOS.flatMap((dto) => [...fieldsOf(dto.prototype).keys()])) {
  if (!fieldsOf(AnyIntentDto.prototype).has(name)) declareField({})(AnyIntentDto.prototype, name);
}

/** Completed by the example of the action's schema. */
const EXAMPLES = Object.fromEntries(ACTION_NAMES.map((action) => [action, { summary: action, value: { action } }]));

/** The body of `POST /agent/intents` as the DTO of its action. */
export function ValidIntentBody(): ParameterDecorator {
  return (target, key, index) => {
    Body(new IntentBodyPipe())(target, key, index);
    onMethod(
      ApiExtraModels(...DTOS),
      ApiBody({ schema: { oneOf: DTOS.map((dto) => ({ $ref: getSchemaPath(dto) })) }, examples: EXAMPLES }),
      ApiErrors('invalid_json', 'agent_id_invalid', 'agent_intent_invalid'),
      DescribeHandling(),
    )(target, key, index);
  };
}

class IntentBodyPipe implements PipeTransform<unknown, CreateIntentDto> {
  transform(body: unknown): CreateIntentDto {
    const source = parseJsonObject(body, 'agent_intent_invalid');
    const action: unknown = Object.hasOwn(source, 'action') ? Reflect.get(source, 'action') : undefined;
    const dto: typeof CreateIntentDto = isAction(action) ? DTO_OF_ACTION[action] : AnyIntentDto;
    return parseDto(dto, source, { code: 'agent_intent_invalid', unknown: unknownFieldsOf(source), blank: 'absent' });
  }
}
