import { Injectable } from '@nestjs/common';
import type { PageRequest } from '@app/common';
import { Database } from '@app/persistence';
import { keysetPage } from '../../keyset-page.js';
import { type Owner, ownerColumn } from '../../owner.js';
import type { Settlement } from '../domain/settlement.js';

const COLUMNS = `id, market_id AS "marketId", user_id AS "userId", resolution_id AS "resolutionId", outcome,
  trim_scale(amount)::text AS amount, status, tx_hash AS "txHash", settled_at AS "settledAt",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

@Injectable()
export class SettlementsRepository {
  constructor(private readonly database: Database) {}

  /** The page's rows and, if there are more, at least one beyond it. */
  async listSettlements(owner: Owner, page: PageRequest): Promise<Settlement[]> {
    const { column, id } = ownerColumn(owner);
    const { clause, parameters } = keysetPage(column, id, page);
    return this.database.query<Settlement>(`SELECT ${COLUMNS} FROM settlements ${clause}`, parameters);
  }
}
