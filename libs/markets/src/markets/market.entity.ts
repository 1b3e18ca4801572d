import { CreatedAt, Timestamp, UpdatedAt } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MarketStatus, OnchainMarket, Outcome } from './market.js';

export abstract class CreateMarketInput {
  @Column('uuid')
  creatorUserId: string;

  @Column('text')
  title: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { nullable: true })
  category: string | null;

  @Column('text', { array: true, default: '{}' })
  tags: readonly string[];

  @Column('text', { nullable: true })
  coverImageUrl: string | null;

  @Column('text')
  outcomeYesLabel: string;

  @Column('text')
  outcomeNoLabel: string;

  @Column('text')
  collateralAsset: string;

  @Column('text')
  chain: string;

  @Column('text', { nullable: true })
  resolutionSource: string | null;

  @Timestamp({ nullable: true })
  opensAt: Date | null;

  @Timestamp()
  closesAt: Date;
}

@Entity('markets')
export class MarketEntity extends CreateMarketInput {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  /** The stored status. The effective one also depends on the time, see `EFFECTIVE_STATUS`. */
  @Column('text')
  status: MarketStatus;

  @Timestamp({ nullable: true })
  resolvedAt: Date | null;

  @Timestamp({ nullable: true })
  settledAt: Date | null;

  @Column('text', { nullable: true })
  winningOutcome: Outcome | null;

  /** Whether the row was made for a market found on the chain; no other market is linked to it. */
  @Column('boolean', { default: false })
  fromChain: boolean;

  /** Written by the database. */
  @Column('boolean', { default: false })
  hasContract: boolean;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;

  /** Words that a search finds, written by the database. */
  @Column('tsvector')
  words: string;
}

/** A market with its effective status and the state of its contract, null for a market that is a record only. */
export type Market = Omit<MarketEntity, 'fromChain' | 'hasContract' | 'words'> & { onchain: OnchainMarket | null };
