import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ReadModels } from '@app/indexer';
import { ResolutionsRepository } from '@app/markets';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { FailsWith } from '../http/fails-with.decorator.js';
import { present } from '../http/present.js';
import { MarketIdParam } from '../http/path-param.decorator.js';
import { presentEvidence } from '../intents/evidence.presenter.js';
import { ResolutionDto, ResolutionResponse } from './resolution.dto.js';

@Controller('markets/:market_id/resolution')
@ApiTags('Positions and settlements')
export class ResolutionsController {
  constructor(
    private readonly resolutions: ResolutionsRepository,
    private readonly readModels: ReadModels,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Read the resolution of a market',
    description:
      'Returns the outcome and its evidence. Returns 404 for a market without a resolution, with `due_at` and `overdue` in `error`, and for an unknown market.',
  })
  @ApiOkResponse({ type: ResolutionResponse, description: 'The resolution.' })
  @ApiErrors('resolution_not_found')
  @FailsWith('resolution_get_failed')
  async getResolution(
    @MarketIdParam('market_id', 'resolution_not_found') marketId: string,
  ): Promise<ResolutionResponse> {
    await this.readModels.waitForExecuted('market', marketId);
    const resolution = await this.resolutions.getResolution(marketId);
    const evidence = resolution.evidence && presentEvidence(resolution.evidence);
    return { resolution: present(ResolutionDto, { ...resolution, evidence }) };
  }
}
