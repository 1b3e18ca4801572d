import { Injectable } from '@nestjs/common';
import type { PageRequest } from '@app/common';
import { Database } from '@app/persistence';
import { keysetPage } from '../../keyset-page.js';
import { type Owner, ownerColumn } from '../../owner.js';
import type { Position } from '../domain/position.js';

const COLUMNS = `id, user_id AS "userId", market_id AS "marketId", outcome, trim_scale(quantity)::text AS quantity,
  trim_scale(average_entry_price)::text AS "averageEntryPrice", trim_scale(realized_pnl)::text AS "realizedPnl",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

@Injectable()
export class PositionsRepository {
  constructor(private readonly database: Database) {}

  /** The page's rows and, if there are more, at least one beyond it. */
  async listPositions(owner: Owner, page: PageRequest): Promise<Position[]> {
    const { column, id } = ownerColumn(owner);
    const { clause, parameters } = keysetPage(column, id, page);
    return this.database.query<Position>(`SELECT ${COLUMNS} FROM positions ${clause}`, parameters);
  }
}
