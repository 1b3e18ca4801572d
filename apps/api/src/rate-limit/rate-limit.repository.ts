import { Injectable } from '@nestjs/common';
import { Database } from '@app/persistence';

const WINDOW_S = 60;

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
    RETURNING 1
  )
  SELECT CASE WHEN EXISTS (SELECT FROM taken) THEN 0
    ELSE greatest(1, ceil(extract(epoch FROM spent_until - now()) + $2 - ${WINDOW_S}))::float8 END AS "waitS"
  FROM client LEFT JOIN rate_limits USING (client)`;

@Injectable()
export class RateLimitRepository {
  constructor(private readonly database: Database) {}

  /**
   * Takes one request from the client's allowance. Not idempotent: every call takes one.
   * @returns seconds until the next request is allowed, 0 if this one is
   */
  async take(address: string, requestsPerMinute: number): Promise<number> {
    const row = await this.database.queryOne<{ waitS: number }>(TAKE_REQUESTS_SQL, [
      address,
      WINDOW_S / requestsPerMinute,
    ]);
    return row?.waitS ?? 0;
  }

  /** Deletes clients whose allowance is full again. */
  async sweep(): Promise<void> {
    await this.database.query('DELETE FROM rate_limits WHERE spent_until < now()');
  }
}
