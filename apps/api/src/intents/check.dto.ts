import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { CHECK_RESULTS, CHECK_RULES, HEADROOM_UNITS, REPORTED_FAILURES } from '@app/engine';
import { ApiEnum, ApiFlag, ApiInteger, ApiSignedDecimal, ApiText } from '../docs/properties.js';
import { FeeDto } from './fee.dto.js';

@ApiSchema({ name: 'Check', description: 'Result of one execution rule at the creation of the intent.' })
export class CheckDto {
  @ApiEnum(CHECK_RULES, { description: 'Execution rule.', example: 'balance' })
  rule: string;

  @ApiEnum(CHECK_RESULTS, {
    description: 'Result of the rule. `unknown` if its input could not be read or does not exist yet.',
    example: 'pass',
  })
  result: string;

  @ApiText({
    description: 'Error code with which execution would fail. Null if the rule passes or has no error code.',
    example: null,
  })
  code: string | null;

  @ApiEnum(REPORTED_FAILURES, {
    description:
      'Reason with which execution would fail. Null if the rule passes or only warns. `not_permitted` for rules of the wallet and of operators.',
    example: null,
  })
  failure_reason: string | null;

  @ApiText({ description: 'Reason, for people. Null if the rule passes.', example: null })
  message: string | null;

  @ApiSignedDecimal({
    description: 'Distance to the limit of the rule, negative if it fails.',
    null: 'for a rule without a limit',
    example: '990',
  })
  headroom: string | null;

  @ApiEnum(HEADROOM_UNITS, {
    description: 'Unit of `headroom`.',
    null: 'if `headroom` is null',
    example: 'collateral',
  })
  headroom_unit: string | null;

  @ApiInteger({
    description: 'Block at which the chain was read.',
    null: 'for a rule that does not read the chain',
    example: 4711,
  })
  as_of_block: number | null;
}

@ApiSchema({ name: 'ValidationResult', description: 'Validity of the request, and the checks of its execution.' })
export class ValidationResultDto {
  @ApiFlag({
    description:
      'Whether the request is well-formed. Always true: an invalid request returns 400. `would_execute` states the result of the checks.',
    example: true,
  })
  valid: boolean;

  @ApiFlag({
    description:
      'Whether execution would have taken effect at the creation of the intent. False if a check fails with an error code.',
    null: 'if a check could not be made, such as without an answer of the chain',
    example: true,
  })
  would_execute: boolean | null;

  @ApiProperty({ type: [String], description: 'Validation failures, always empty.', example: [] })
  errors: string[];

  @ApiProperty({
    type: [CheckDto],
    description:
      'Execution rules, evaluated at the creation of the intent as in an execution. A failed check does not reject the preview.',
  })
  checks: CheckDto[];
}

@ApiSchema({
  name: 'IntentValidationResult',
  description: 'Validity of the request, the checks of its execution, and its fee.',
})
export class IntentValidationResultDto extends ValidationResultDto {
  @ApiProperty({
    type: FeeDto,
    description:
      'Fee at the creation of the intent. Null if the chain could not be read: that says nothing of who pays.',
    nullable: true,
  })
  fee: FeeDto | null;
}
