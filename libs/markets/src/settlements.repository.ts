import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '@app/common';
import { Database, selectColumns } from '@app/persistence';
import { keysetPage, type UserOrMarketFilter } from './keyset-page.js';
import { SettlementEntity } from './settlement.entity.js';

export type Settlement = SettlementEntity;

const SELECT_SETTLEMENTS_SQL = `SELECT ${selectColumns(SettlementEntity, { table: 'settlements' })} FROM settlements`;

@Injectable()
export class SettlementsRepository {
  constructor(private readonly database: Database) {}

  /** Newest first; empty for an unknown user or market. */
  listSettlements(filter: UserOrMarketFilter, page: PageRequest): Promise<Page<Settlement>> {
    return keysetPage(this.database, SELECT_SETTLEMENTS_SQL, { filter, page });
  }
}
