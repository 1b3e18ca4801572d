import { Injectable } from '@nestjs/common';
import { AppError } from '@app/common';
import { failAs } from '../fail-as.js';
import type { Resolution } from './domain/resolution.js';
import { ResolutionsRepository } from './persistence/resolutions.repository.js';

@Injectable()
export class ResolutionsService {
  constructor(private readonly resolutions: ResolutionsRepository) {}

  /** @throws {AppError} resolution_not_found, for an unknown market as well; resolution_get_failed */
  getResolution(marketId: string): Promise<Resolution> {
    return failAs('resolution_get_failed', async () => {
      const resolution = await this.resolutions.findResolution(marketId);
      if (resolution === null) throw new AppError('resolution_not_found');
      return resolution;
    });
  }
}
