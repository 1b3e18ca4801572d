import { Injectable } from '@nestjs/common';
import { Database } from '@app/persistence';
import type { Resolution } from '../domain/resolution.js';

@Injectable()
export class ResolutionsRepository {
  constructor(private readonly database: Database) {}

  async findResolution(marketId: string): Promise<Resolution | null> {
    return this.database.queryOne<Resolution>(
      `SELECT id, market_id AS "marketId", winning_outcome AS "winningOutcome", status,
         resolver_type AS "resolverType", evidence_reference AS "evidenceReference", resolved_at AS "resolvedAt",
         created_at AS "createdAt", updated_at AS "updatedAt"
       FROM resolutions WHERE market_id = $1`,
      [marketId],
    );
  }
}
