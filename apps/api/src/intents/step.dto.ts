import { ApiSchema } from '@nestjs/swagger';
import { STEP_STATUSES } from '@app/engine';
import { EXAMPLE } from '../docs/examples.js';
import { ApiBytes32, ApiEnum, ApiInteger, ApiTimestamp } from '../docs/properties.js';

const BLOCK_HASH = `0x${'4b'.repeat(32)}`;

@ApiSchema({ name: 'Step', description: 'One transaction of an execution.' })
export class StepDto {
  @ApiEnum(['approve', 'main'], { description: 'Approval before a buy, or the action itself.', example: 'main' })
  kind: string;

  @ApiEnum(STEP_STATUSES, { description: 'Status of the step.', example: 'done' })
  status: string;

  @ApiTimestamp({ description: 'Time at which the call was stored.', null: 'before', example: EXAMPLE.createdAt })
  armed_at: string | null;

  @ApiTimestamp({ description: 'Time of the last send.', null: 'before', example: EXAMPLE.createdAt })
  last_sent_at: string | null;

  @ApiTimestamp({
    description:
      'Deadline of the step. Null before the step is armed. The contract accepts the action until then, and the first confirmed block after it decides an `unknown` step. An approval carries no deadline: without an allowance by then the execution fails, and the token may still accept the approval.',
    example: '2026-06-01T09:15:00.000Z',
    nullable: true,
  })
  deadline: string | null;

  @ApiBytes32({
    description: 'Hash of the transaction.',
    null: 'before it is known',
    example: EXAMPLE.transactionHash,
  })
  transaction_hash: string | null;

  @ApiInteger({ description: 'Block of the receipt.', null: 'without one', example: 4711 })
  block_number: number | null;

  @ApiBytes32({ description: 'Hash of that block.', null: 'without a receipt', example: BLOCK_HASH })
  block_hash: string | null;
}
