import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mined transfers stay for an hour, so that no worker takes their nonces. A wallet may then have more than one row. */
export class TankNonces1790000000025 implements MigrationInterface {
  name = 'TankNonces1790000000025';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE tank_transfers DROP CONSTRAINT tank_transfers_recipient_key`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM tank_transfers AS old USING tank_transfers AS newer
      WHERE old.recipient = newer.recipient AND old.purpose = newer.purpose AND old.nonce < newer.nonce;
      ALTER TABLE tank_transfers ADD CONSTRAINT tank_transfers_recipient_key UNIQUE (recipient, purpose);
    `);
  }
}
