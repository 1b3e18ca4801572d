import { Injectable } from '@nestjs/common';
import { AppError } from '@app/common';
import { Database, selectColumns } from '@app/persistence';
import { ResolutionEntity } from './resolution.entity.js';

export type Resolution = ResolutionEntity;

const SELECT_RESOLUTION_SQL = `SELECT ${selectColumns(ResolutionEntity, { table: 'resolutions' })} FROM resolutions WHERE market_id = $1`;

@Injectable()
export class ResolutionsRepository {
  constructor(private readonly database: Database) {}

  /** @throws {AppError} resolution_not_found, for an unknown market too */
  async getResolution(marketId: string): Promise<Resolution> {
    const resolution = await this.database.queryOne<Resolution>(SELECT_RESOLUTION_SQL, [marketId]);
    if (resolution === null) throw new AppError('resolution_not_found');
    return resolution;
  }
}
