import { Body, type PipeTransform } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { type Action, ACTIONS, isAction } from '@app/common';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { onMethod } from '../http/on-method.js';
import { declareField, fieldsOf } from '../http/validation/field.js';
import { DescribeHandling, unknownFieldsOf } from '../http/validation/handling.js';
import { parseDto } from '../http/validation/parse-dto.js';
import { jsonObjectOf } from '../http/validation/valid-body.decorator.js';
import {
  BuyIntentDto,
  CreateIntentDto,
  CreateMarketIntentDto,
  MarketIntentDto,
  ResolveMarketIntentDto,
} from './intent.dto.js';

/** Request of each action. Fields of other actions are ignored, whatever they contain. */
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

// Each schema documents the actions that it is for.
for (const dto of DTOS) {
  ApiProperty({ enum: ACTIONS.filter((action) => DTO_OF_ACTION[action] === dto) })(dto.prototype, 'action');
}

/** Request without a valid action, which is refused. The fields of all actions are known, and none is required. */
class AnyIntentDto extends CreateIntentDto {}

for (const name of DTOS.flatMap((dto) => [...fieldsOf(dto.prototype).keys()])) {
  if (!fieldsOf(AnyIntentDto.prototype).has(name)) declareField({})(AnyIntentDto.prototype, name);
}

/** Completed by the example of the action's schema. */
const EXAMPLES = Object.fromEntries(ACTIONS.map((action) => [action, { summary: action, value: { action } }]));

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
    const source = jsonObjectOf(body, 'agent_intent_invalid');
    const action: unknown = Object.hasOwn(source, 'action') ? Reflect.get(source, 'action') : undefined;
    const dto: typeof CreateIntentDto = isAction(action) ? DTO_OF_ACTION[action] : AnyIntentDto;
    return parseDto(dto, source, { code: 'agent_intent_invalid', unknown: unknownFieldsOf(source), blank: 'absent' });
  }
}
