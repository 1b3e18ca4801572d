import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A block at which a read ended, kept to recognise a reorganised chain. */
@Entity('chain_blocks')
export class ChainBlockEntity {
  @PrimaryColumn('bigint')
  blockNumber: string;

  @Column('text')
  blockHash: string;

  /** PostgreSQL cluster that indexed the block. */
  @Column('text', { default: () => 'cluster_identity()' })
  cluster: string;
}
