import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Request budget that a client has spent, shared by all API processes. */
@Entity('rate_limits')
export class RateLimitEntity {
  /** An IPv4 address, or the /64 network of an IPv6 address. */
  @PrimaryColumn('inet')
  client: string;

  /** When the budget is full again. */
  @Column('timestamptz')
  spentUntil: Date;
}
