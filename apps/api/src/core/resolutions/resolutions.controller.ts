import { Controller, Get } from '@nestjs/common';
import { ResolutionsRepository } from '@app/markets';
import { Describe } from '../../openapi/describe.decorator.js';
import { MarketIdParam } from '../params.js';
import { presentResolution, type ResolutionBody } from './resolution.presenter.js';
import { RESOLUTIONS_DOCS } from './resolutions.docs.js';

@Controller('markets/:market_id/resolution')
export class ResolutionsController {
  constructor(private readonly resolutions: ResolutionsRepository) {}

  @Get()
  @Describe(RESOLUTIONS_DOCS.get)
  async get(
    @MarketIdParam('market_id', 'resolution_not_found') marketId: string,
  ): Promise<{ resolution: ResolutionBody }> {
    return { resolution: presentResolution(await this.resolutions.getResolution(marketId)) };
  }
}
