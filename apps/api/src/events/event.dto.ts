import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Json } from '@app/common';
import { EVENT_TYPES, SUBJECT_KINDS } from '@app/events';
import { EXAMPLE } from '../docs/examples.js';
import { ApiBytes32, ApiEnum, ApiInteger, ApiText, ApiTimestamp } from '../docs/properties.js';

const HASH = { pattern: '^[0-9a-f]{64}$' };
const BLOCK_HASH = `0x${'4b'.repeat(32)}`;

@ApiSchema({ name: 'EventSubject', description: 'The subject of an event.' })
export class EventSubjectDto {
  @ApiEnum(SUBJECT_KINDS, { description: 'Kind of the subject.', example: 'execution' })
  kind: string;

  @ApiText({ description: 'Id of the subject.', example: EXAMPLE.executionId })
  id: string;
}

@ApiSchema({ name: 'EventBlock', description: 'Block of the effect.' })
export class EventBlockDto {
  @ApiInteger({ description: 'Number of the block.', example: 4711 })
  number: number;

  @ApiBytes32({ description: 'Hash of the block.', example: BLOCK_HASH })
  hash: string;
}

@ApiSchema({
  name: 'Event',
  description: 'Fact of a log. Events are never changed. Addresses are in lower case.',
})
export class EventDto {
  @ApiInteger({ description: 'Position in the log, from 1 without gaps.', example: 7, minimum: 1 })
  seq: number;

  @ApiText({
    description: 'Id of the event.',
    example: 'event_9f86d081884c4d659a2feaa0c55ad015',
    pattern: '^event_[0-9a-f]{32}$',
  })
  id: string;

  @ApiText({
    description: `Type of the event: ${EVENT_TYPES.join(', ')}. New types may be added.`,
    example: 'execution.executed',
  })
  type: string;

  @ApiTimestamp({ description: 'Time of the event.', example: EXAMPLE.completedAt })
  at: string;

  @ApiProperty({ type: EventSubjectDto })
  subject: EventSubjectDto;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Fields of the fact, which depend on the type. Amounts are decimal strings in display units.',
    example: {
      execution_id: EXAMPLE.executionId,
      intent_id: EXAMPLE.intentId,
      action: 'buy_yes',
      attempt: 1,
      market_id: EXAMPLE.marketName,
      core_market_id: EXAMPLE.marketId,
      market_contract_address: EXAMPLE.market.toLowerCase(),
      amount: '10',
      client_request_id: 'order-4711',
      transaction_hash: EXAMPLE.transactionHash,
      error_code: null,
      retry_safe: false,
    },
  })
  data: { readonly [key: string]: Json };

  @ApiProperty({
    type: EventBlockDto,
    nullable: true,
    description: 'Block of the effect. Null for an event without an effect on the chain.',
  })
  block: EventBlockDto | null;

  @ApiText({ ...HASH, description: 'Hash of the event before.', null: 'for the first', example: 'a1'.repeat(32) })
  previous_hash: string | null;

  @ApiText({
    ...HASH,
    description: 'SHA-256 of the canonical JSON (RFC 8785) of the event without this field.',
    example: 'b2'.repeat(32),
  })
  hash: string;
}

export class EventsResponse {
  @ApiProperty({ type: [EventDto], description: 'Events after the position, in order of `seq`.' })
  events: EventDto[];

  @ApiInteger({ description: 'Value of `after` for the next page.', example: 7 })
  next_after: number;

  @ApiInteger({ description: 'Seq of the last event of the log; 0 without events.', example: 7 })
  head_seq: number;
}
