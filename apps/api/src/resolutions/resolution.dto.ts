import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { OUTCOMES } from '@app/markets';
import { EXAMPLE } from '../docs/examples.js';
import { ApiEnum, ApiText, ApiTimestamp, ApiUuid } from '../docs/properties.js';
import { EvidenceDto } from '../intents/evidence.dto.js';
import { ApiDueAt, ApiOverdue } from '../markets/due.decorator.js';

@ApiSchema({ name: 'Resolution', description: 'Outcome of a market, with its evidence.' })
export class ResolutionDto {
  @ApiUuid({ description: 'Id of the resolution.', example: EXAMPLE.resolutionId })
  id: string;

  @ApiUuid({ description: 'Id of the market.', example: EXAMPLE.marketId })
  market_id: string;

  @ApiEnum(OUTCOMES, { description: 'Outcome of the market.', example: 'YES' })
  winning_outcome: string;

  @ApiEnum(['RESOLVED'], { description: 'Status, always `RESOLVED`.', example: 'RESOLVED' })
  status: string;

  @ApiEnum(['manual'], { description: 'Type of the resolver, always `manual`.', example: 'manual' })
  resolver_type: string;

  @ApiText({ description: 'Hash of the transaction that resolved the market.', example: EXAMPLE.transactionHash })
  evidence_reference: string;

  @ApiProperty({
    type: EvidenceDto,
    description: 'Evidence that the resolver has stated with this service. Null if none.',
    nullable: true,
  })
  evidence: EvidenceDto | null;

  @ApiDueAt()
  due_at: string | null;

  @ApiOverdue()
  overdue: boolean | null;

  @ApiTimestamp({ description: 'Time of the resolution.', example: EXAMPLE.updatedAt })
  resolved_at: string;

  @ApiTimestamp({ description: 'Time of creation.', example: EXAMPLE.updatedAt })
  created_at: string;

  @ApiTimestamp({ description: 'Time of the last change.', example: EXAMPLE.updatedAt })
  updated_at: string;
}

export class ResolutionResponse {
  @ApiProperty({ type: ResolutionDto })
  resolution: ResolutionDto;
}
