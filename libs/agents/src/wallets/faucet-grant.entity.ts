import { Timestamp } from '@app/persistence';
import { Entity, PrimaryColumn } from 'typeorm';

/** Last faucet grant of an agent id or of a wallet address; each has its own cooldown. */
@Entity('faucet_grants')
export class FaucetGrantEntity {
  @PrimaryColumn('text')
  subject: string;

  @Timestamp()
  grantedAt: Date;
}
