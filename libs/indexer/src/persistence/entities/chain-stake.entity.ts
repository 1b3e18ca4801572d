import { Timestamp } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MarketOutcome } from '@app/chain';

/** Sums of an account's buys of one outcome. Triggers keep them in step with chain_events. */
@Entity('chain_stakes')
export class ChainStakeEntity {
  @PrimaryColumn('text')
  marketContractAddress: string;

  @PrimaryColumn('text')
  account: string;

  @PrimaryColumn('text')
  outcome: MarketOutcome;

  @Column('numeric')
  stakeBaseUnits: string;

  /** Sum of amount times price. */
  @Column('numeric')
  cost: string;

  @Timestamp()
  firstAt: Date;

  @Timestamp()
  lastAt: Date;

  /** Whether the market is neither resolved nor cancelled. A trigger of chain_markets keeps it. */
  @Column('boolean', { default: true })
  isOpen: boolean;
}
