import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A block at which a read ended, kept to recognise a reorganised chain. */
@Entity('chain_blocks')
export class ChainBlockEntity {
  @PrimaryColumn('bigint')
  blockNumber: string;

  @Column('text')
  blockHash: string;
}
