import { CreatedAt, Decimal, UpdatedAt } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Outcome } from './markets/market.js';

export const SIDES = ['BUY', 'SELL'] as const;
export type Side = (typeof SIDES)[number];

/** Fields of a trade that its caller sets. Decimals are in display units. */
export abstract class CreateTradeInput {
  @Column('uuid')
  userId: string;

  @Column('uuid')
  marketId: string;

  @Column('text')
  outcome: Outcome;

  @Column('text')
  side: Side;

  @Decimal({ precision: 36, scale: 18 })
  quantity: string;

  /** From 0 to 1. */
  @Decimal({ precision: 19, scale: 18 })
  price: string;
}

/** An intended trade, for the record only: it does not reach a chain. */
@Entity('trades')
export class TradeEntity extends CreateTradeInput {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  /** Quantity × price. */
  @Decimal()
  collateralAmount: string;

  @Decimal({ default: 0 })
  feeAmount: string;

  @Column('text', { default: 'PENDING' })
  status: string;

  @Column('text', { nullable: true })
  txHash: string | null;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
