import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { EXAMPLE } from '../docs/examples.js';
import { ApiEnum, ApiNextCursor, ApiText, ApiTimestamp } from '../docs/properties.js';

@ApiSchema({ name: 'AuditEntry', description: 'Command of an operator that changes something.' })
export class AuditEntryDto {
  @ApiText({ description: 'Number of the entry, higher for later ones.', example: '42', pattern: '^\\d+$' })
  id: string;

  @ApiTimestamp({ description: 'Time before the command changed anything.', example: EXAMPLE.createdAt })
  at: string;

  @ApiTimestamp({
    description: 'Time of its end.',
    null: 'while it runs, and after an interruption',
    example: EXAMPLE.updatedAt,
  })
  ended_at: string | null;

  @ApiText({ description: 'Operator: the operating system’s user, or the name given.', example: 'robin' })
  actor: string;

  @ApiText({ description: 'Command.', example: 'pause' })
  command: string;

  @ApiProperty({ type: [String], description: 'Arguments. Keys are shortened.', example: ['buy_yes'] })
  arguments: string[];

  @ApiEnum(['begun', 'done', 'refused', 'failed'], {
    description: 'Outcome. `begun` while the command runs, and after an interruption.',
    example: 'done',
  })
  outcome: string;

  @ApiText({ description: 'Outcome in one line. Empty while the command runs.', example: 'buy_yes is paused' })
  detail: string;
}

export class AuditPage {
  @ApiProperty({ type: [AuditEntryDto], description: 'Commands, newest first.' })
  entries: AuditEntryDto[];

  @ApiNextCursor()
  next_cursor: string | null;
}
