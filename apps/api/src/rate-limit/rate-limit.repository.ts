import { Injectable } from '@nestjs/common';
import { Database } from '@app/persistence';
import type { Allowance } from './rate-limit-headers.js';

export const WINDOW_S = 60;
/** Tolerance for the microseconds to which PostgreSQL rounds times. */
const ROUNDING_S = 0.001;

export interface TakenRequest extends Allowance {
  isAdmitted: boolean;
}

/**
 * Generic cell rate algorithm: a client may use a whole window's requests at once and regains them evenly. An IPv6
 * client is counted by its /64 network, because it can choose addresses within it. A refusal writes nothing.
 */
const TAKE_REQUESTS_SQL = `
  WITH client AS (
    SELECT CASE family($1::inet) WHEN 6 THEN network(set_masklen($1::inet, 64))::inet ELSE $1::inet END AS client
  ), taken AS (
    INSERT INTO rate_limits AS known (client, spent_until)
    SELECT client, now() + $2 * interval '1 second' FROM client
    ON CONFLICT (client) DO UPDATE SET spent_until = greatest(known.spent_until, now()) + $2 * interval '1 second'
      WHERE known.spent_until <= now() + (${WINDOW_S} - $2) * interval '1 second'
    RETURNING spent_until
  )
  SELECT EXISTS (SELECT FROM taken) AS "isAdmitted",
    extract(epoch FROM coalesce((SELECT spent_until FROM taken), spent_until) - now())::float8 AS "usedS"
  FROM client LEFT JOIN rate_limits USING (client)`;

@Injectable()
export class RateLimitRepository {
  constructor(private readonly database: Database) {}

  /** Takes one request from the client's allowance, unless it is used up. Not idempotent: every call takes one. */
  async take(address: string, requestsPerMinute: number): Promise<TakenRequest> {
    const requestS = WINDOW_S / requestsPerMinute;
    const { isAdmitted, usedS } = await this.database.queryOneOrFail<{ isAdmitted: boolean; usedS: number | null }>(
      TAKE_REQUESTS_SQL,
      [address, requestS],
    );
    // Of a concurrent first request the statement sees no row.
    const used = usedS ?? WINDOW_S;
    const remaining = Math.max(0, Math.floor((WINDOW_S - used + ROUNDING_S) / requestS));
    const resetS = Math.max(1, Math.ceil(used - WINDOW_S + (remaining + 1) * requestS - ROUNDING_S));
    return { isAdmitted, remaining, resetS };
  }

  /** Deletes clients whose allowance is full again. */
  async sweep(): Promise<void> {
    await this.database.query('DELETE FROM rate_limits WHERE spent_until < now()');
  }
}
