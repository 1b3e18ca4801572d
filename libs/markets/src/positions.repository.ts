import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '@app/common';
import { Database, selectColumns } from '@app/persistence';
import { keysetPage, type UserOrMarketFilter } from './keyset-page.js';
import { PositionEntity } from './position.entity.js';

export type Position = PositionEntity;

const SELECT_POSITIONS_SQL = `SELECT ${selectColumns(PositionEntity, { table: 'positions' })} FROM positions`;

@Injectable()
export class PositionsRepository {
  constructor(private readonly database: Database) {}

  /** Newest first; empty for an unknown user or market. */
  listPositions(filter: UserOrMarketFilter, page: PageRequest): Promise<Page<Position>> {
    return keysetPage(this.database, SELECT_POSITIONS_SQL, { filter, page });
  }
}
