import { CreatedAt, UpdatedAt } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A transaction of the keystore's tank that was not mined yet, or within the last hour. */
@Entity('tank_transfers')
export class TankTransferEntity {
  @PrimaryColumn('integer')
  nonce: number;

  /** Lower-case. */
  @Column('text')
  recipient: string;

  @Column('text')
  purpose: 'gas' | 'faucet';

  /** Signed transaction, repeated to the byte until it is mined or replaced. */
  @Column('text')
  raw: string;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
