import { Timestamp } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MarketOutcome, MarketPhase } from '@app/chain';

/** A market contract as its last indexed event left it. */
@Entity('chain_markets')
export class ChainMarketEntity {
  /** Lower-case. */
  @PrimaryColumn('text')
  marketContractAddress: string;

  /** Row of `markets`. */
  @Column('uuid')
  recordId: string;

  /** Whether the record existed before; `record…` are its values from then. */
  @Column('boolean')
  linked: boolean;

  @Timestamp({ nullable: true })
  recordOpensAt: Date | null;

  @Timestamp({ nullable: true })
  recordClosesAt: Date | null;

  @Timestamp({ nullable: true })
  recordUpdatedAt: Date | null;

  /** The creator's name for it. */
  @Column('text')
  onchainId: string;

  @Column('text')
  creator: string;

  @Column('text')
  resolver: string;

  @Timestamp()
  closesAt: Date;

  @Column('bigint')
  blockNumber: string;

  @Timestamp()
  createdAt: Date;

  @Column('text')
  transactionHash: string;

  /** Phase of the contract: an open market stays open after its close time. */
  @Column('text', { default: 'open' })
  phase: MarketPhase;

  @Timestamp({ nullable: true })
  phaseAt: Date | null;

  @Column('text', { nullable: true })
  phaseTransactionHash: string | null;

  @Column('text', { nullable: true })
  winningOutcome: MarketOutcome | null;

  @Column('numeric', { default: 0 })
  yesPoolBaseUnits: string;

  @Column('numeric', { default: 0 })
  noPoolBaseUnits: string;
}
