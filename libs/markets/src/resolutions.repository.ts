import { Injectable } from '@nestjs/common';
import { AppError, Clock, type Evidence } from '@app/common';
import { Database, selectColumns } from '@app/persistence';
import { type Due, toDue } from './markets/resolution-terms.js';
import { ResolutionEntity } from './resolution.entity.js';

export type Resolution = ResolutionEntity & Due & { evidence: Evidence | null };

interface Row extends Omit<Resolution, 'id' | keyof Due> {
  /** Null without a resolution. */
  id: string | null;
  closesAt: Date | null;
  isCancelled: boolean;
}

/** The evidence is that of the intent whose execution the chain shows, by the ref that the resolver's wallet sent. */
const SELECT_RESOLUTION_SQL = `
  SELECT ${selectColumns(ResolutionEntity, { table: 'r' })}, c.closes_at AS "closesAt",
    coalesce(c.phase = 'cancelled', false) AS "isCancelled", (
      SELECT i.evidence FROM chain_events AS e
        JOIN executions AS x ON x.ref = e.ref AND x.agent_wallet_address = e.account
        JOIN agent_intents AS i ON i.id = x.intent_id AND i.market_contract_address = e.market_contract_address
      WHERE e.market_contract_address = c.market_contract_address AND e.name = 'Resolved'
        AND e.transaction_hash = r.evidence_reference LIMIT 1) AS evidence
  FROM markets AS m LEFT JOIN resolutions AS r ON r.market_id = m.id LEFT JOIN chain_markets AS c ON c.record_id = m.id
  WHERE m.id = $1`;

@Injectable()
export class ResolutionsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws {AppError} resolution_not_found, with `due_at` and `overdue` for a known market; for an unknown market too */
  async getResolution(marketId: string): Promise<Resolution> {
    const row = await this.database.queryOne<Row>(SELECT_RESOLUTION_SQL, [marketId]);
    if (row === null) throw new AppError('resolution_not_found');
    const { id, closesAt, isCancelled, ...resolution } = row;
    const due = toDue({ closesAt, isCancelled, resolvedAt: row.resolvedAt }, this.clock.nowMs());
    if (id !== null) return { ...resolution, ...due, id };
    const extra = { due_at: due.dueAt?.toISOString() ?? null, overdue: due.overdue };
    throw new AppError('resolution_not_found', { extra });
  }
}
