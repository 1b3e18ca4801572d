import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ACTION_NAMES, EXECUTION_CHAIN, EXECUTION_MODE } from '@app/common';
import { EXAMPLE } from '../docs/examples.js';
import { ApiAddress, ApiBytes32, ApiEnum, ApiInteger, ApiPrefixedId, ApiText } from '../docs/properties.js';
import { ValidationResultDto } from './check.dto.js';
import { FeeDto } from './fee.dto.js';
import { IntentResponse } from './intent.dto.js';

const APPROVAL = {
  description:
    'Approval that is sent before the call, or as a permit with it. Null where the preview saw an allowance that covers the stake, and for other actions.',
  nullable: true,
} as const;

const APPROVAL_EXAMPLE = {
  to: EXAMPLE.collateral,
  contract: 'collateral',
  function: 'approve',
  args: [EXAMPLE.market, '200000000'],
  args_display: [EXAMPLE.market, '200'],
  value: '0',
  chain: EXECUTION_CHAIN,
};

@ApiSchema({ name: 'PlannedCall', description: 'Contract call of an intent, whether it was sent or not.' })
export class PlannedCallDto {
  @ApiAddress({ description: 'Address of the called contract.', example: EXAMPLE.market })
  to: string;

  @ApiEnum(['factory', 'market', 'collateral'], { description: 'Kind of the called contract.', example: 'market' })
  contract: string;

  @ApiText({ description: 'Name of the function.', example: 'buyYes' })
  function: string;

  @ApiProperty({
    type: [String],
    description:
      'Arguments without ref and deadline, as encoded in the call. Amounts are in base units, the token’s smallest unit, and times in unix seconds. A buy has the stake and its minimum payout, which is 0 without `min_multiple`.',
    example: ['10000000', '15000000'],
  })
  args: readonly string[];

  @ApiProperty({
    type: [String],
    description: 'The same arguments for people: amounts in display units, times in RFC 3339.',
    example: ['10', '15'],
  })
  args_display: readonly string[];

  @ApiEnum(['0'], { description: 'Native coins sent with the call, always `0`.', example: '0' })
  value: string;

  @ApiText({ description: 'Network of the call.', example: EXECUTION_CHAIN })
  chain: string;
}

@ApiSchema({
  name: 'PlannedTransactionRequest',
  description: 'Call that executes the action, whether it was sent or not.',
})
export class PlannedTransactionRequestDto extends PlannedCallDto {
  @ApiBytes32({
    description: 'Ref of the intent. The contracts reject a second effect with the same ref.',
    example: EXAMPLE.ref,
  })
  ref: string;

  @ApiInteger({ description: 'Lifetime of the call in seconds, counted from arming.', example: 900, minimum: 1 })
  deadline_seconds: number;
}

@ApiSchema({ name: 'PlannedCalls', description: 'Contract calls of the executions of an intent.' })
export class PlannedCallsDto {
  @ApiProperty({ ...APPROVAL, type: PlannedCallDto, example: APPROVAL_EXAMPLE })
  approval: PlannedCallDto | null;

  @ApiProperty({ type: PlannedTransactionRequestDto })
  transaction_request: PlannedTransactionRequestDto;
}

@ApiSchema({ name: 'Call', description: 'Contract call.' })
export class CallDto extends PlannedCallDto {
  @NothingBroadcast()
  broadcast_performed: false;
}

@ApiSchema({ name: 'TransactionRequest', description: 'Call that executes the action.' })
export class TransactionRequestDto extends PlannedTransactionRequestDto {
  @NothingBroadcast()
  broadcast_performed: false;
}

@ApiSchema({ name: 'ExecutionPlan', description: 'Exact contract calls of the execution.' })
export class ExecutionPlanDto {
  @ApiProperty({ ...APPROVAL, type: CallDto, example: { ...APPROVAL_EXAMPLE, broadcast_performed: false } })
  approval: CallDto | null;

  @ApiProperty({ type: TransactionRequestDto })
  transaction_request: TransactionRequestDto;

  @ApiPrefixedId('agent_intent', { description: 'Id of the intent.', example: EXAMPLE.intentId })
  intent_id: string;

  @ApiEnum(ACTION_NAMES, { description: 'Action to execute.', example: 'buy_yes' })
  action: string;

  @ApiEnum(['confirmed'], { description: 'Status of the intent, always `confirmed`.', example: 'confirmed' })
  status: string;

  @ApiEnum([EXECUTION_MODE], { description: 'Mode of the execution.', example: EXECUTION_MODE })
  execution_mode: string;

  @ApiText({ description: 'Network of the execution.', example: EXECUTION_CHAIN })
  network: string;

  @NothingBroadcast()
  broadcast_performed: false;

  @ApiProperty({
    type: 'null',
    description: 'Transaction hash, always null: a plan has no transaction.',
    example: null,
  })
  transaction_hash: null;

  @ApiAddress({ description: 'Address of the factory that creates all markets.', example: EXAMPLE.factory })
  agent_factory_address: string;

  @ApiProperty({
    type: 'boolean',
    enum: [false],
    description: 'Whether the client must sign, always false: the wallet provider signs.',
    example: false,
  })
  requires_signature: false;

  @ApiProperty({
    type: ValidationResultDto,
    description:
      'Rules of the wallet and its budgets at the confirmation. The chain is not read: `would_execute` is false or null.',
  })
  validation_result: ValidationResultDto;

  @ApiProperty({
    type: FeeDto,
    description: 'Fee as of the preview: the price of gas may have changed since. Null if it could not be read.',
    nullable: true,
  })
  fee: FeeDto | null;

  @ApiProperty({ type: [String], description: 'Warnings of the intent.', example: [] })
  warnings: readonly string[];
}

export class ExecutionPlanResponse {
  @ApiProperty({ type: ExecutionPlanDto })
  execution_plan: ExecutionPlanDto;
}

function NothingBroadcast(): PropertyDecorator {
  return ApiProperty({
    type: 'boolean',
    enum: [false],
    description: 'Whether a transaction was sent, always false: a plan sends nothing.',
    example: false,
  });
}

export class IntentWithPlanResponse extends IntentResponse {
  @ApiProperty({
    type: PlannedCallsDto,
    description: 'Calls that an execution sends with the current settings. Null until the first confirmation.',
    nullable: true,
    example: null,
  })
  planned_calls: PlannedCallsDto | null;
}
