import { Injectable } from '@nestjs/common';
import { Database } from '@app/persistence';

const WINDOW_S = 60;

/**
 * A client may use a whole minute's requests at once, and gets them back evenly. An IPv6 client has as many addresses as
 * it likes, so its network counts as one. A refusal writes nothing.
 */
const TAKE = `
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
    ELSE greatest(1, ceil(extract(epoch FROM spent_until - now()) + $2 - ${WINDOW_S}))::float8 END AS wait_s
  FROM client LEFT JOIN rate_limits USING (client)`;

@Injectable()
export class RateLimitsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Takes one of the client's requests of this minute.
   * @returns 0, or how many seconds the client has to wait for the next one
   */
  async take(address: string, requestsPerMinute: number): Promise<number> {
    const row = await this.database.queryOne<{ wait_s: number }>(TAKE, [address, WINDOW_S / requestsPerMinute]);
    return row?.wait_s ?? 0;
  }

  /** Forgets the clients who have all their requests back. */
  async sweep(): Promise<void> {
    await this.database.query('DELETE FROM rate_limits WHERE spent_until < now()');
  }
}
