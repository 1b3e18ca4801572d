import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '@app/common';
import { columnsOf, Database } from '@app/persistence';
import { failAs } from './fail-as.js';
import { keysetPage, type PositionFilter } from './keyset-page.js';
import { PositionEntity } from './position.entity.js';

export type Position = PositionEntity;

const SELECT = `SELECT ${columnsOf(PositionEntity, { table: 'positions' })} FROM positions`;

@Injectable()
export class PositionsRepository {
  constructor(private readonly database: Database) {}

  /** Newest first; empty for an unknown user or market. @throws {AppError} positions_list_failed */
  listPositions(filter: PositionFilter, page: PageRequest): Promise<Page<Position>> {
    return failAs('positions_list_failed', () => keysetPage(this.database, SELECT, { filter, page }));
  }
}
