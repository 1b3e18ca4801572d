import { Timestamp } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MarketOutcome } from '@app/chain';

/** An event of the factory or of one of its markets. */
@Entity('chain_events')
export class ChainEventEntity {
  @PrimaryColumn('bigint')
  blockNumber: string;

  @PrimaryColumn('integer')
  logIndex: number;

  @Column('text')
  blockHash: string;

  @Timestamp()
  blockTime: Date;

  @Column('text')
  transactionHash: string;

  @Column('text')
  marketContractAddress: string;

  @Column('text')
  name: string;

  @Column('text')
  account: string;

  @Column('text', { nullable: true })
  ref: string | null;

  @Column('text', { nullable: true })
  outcome: MarketOutcome | null;

  @Column('numeric', { nullable: true })
  amountBaseUnits: string | null;

  /** Pool after the event; null when the event leaves the pools unchanged. */
  @Column('numeric', { nullable: true })
  yesPoolBaseUnits: string | null;

  @Column('numeric', { nullable: true })
  noPoolBaseUnits: string | null;

  /** Implied probability of the bought side after the buy, rounded down; null for other events. Generated. */
  @Column({ type: 'numeric', nullable: true, insert: false, update: false })
  price: string | null;
}
