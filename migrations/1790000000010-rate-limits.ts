import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Request budgets of clients, shared by all API processes. Unlogged: a crash resets them. */
export class RateLimits1790000000010 implements MigrationInterface {
  name = 'RateLimits1790000000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNLOGGED TABLE rate_limits (
        client inet NOT NULL,
        spent_until timestamptz NOT NULL,
        CONSTRAINT rate_limits_pkey PRIMARY KEY (client)
      );
      COMMENT ON COLUMN rate_limits.client IS 'an IPv4 address, or the /64 network of an IPv6 one';
      COMMENT ON COLUMN rate_limits.spent_until IS
        'when the client will have as many requests left as any other: each moves it on by its share of a minute';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE rate_limits');
  }
}
