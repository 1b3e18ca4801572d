import { Controller, Get } from '@nestjs/common';
import { ResolutionsService } from '@app/markets';
import { UuidParam } from '../../http/index.js';
import { presentResolution, type ResolutionBody } from './resolution.presenter.js';

@Controller('markets/:market_id/resolution')
export class ResolutionsController {
  constructor(private readonly resolutions: ResolutionsService) {}

  @Get()
  async get(@UuidParam('market_id', 'resolution_not_found') marketId: string): Promise<{ resolution: ResolutionBody }> {
    return { resolution: presentResolution(await this.resolutions.getResolution(marketId)) };
  }
}
