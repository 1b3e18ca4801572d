import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Prices of one market in one interval with at least one buy: implied probabilities of YES, 0 to 1, rounded down. */
@Entity('market_candles')
export class MarketCandleEntity {
  @PrimaryColumn('text')
  marketContractAddress: string;

  @PrimaryColumn('integer')
  intervalSeconds: number;

  @PrimaryColumn('timestamptz', { precision: 3 })
  startAt: Date;

  @Column('numeric')
  open: string;

  @Column('numeric')
  high: string;

  @Column('numeric')
  low: string;

  @Column('numeric')
  close: string;

  /** Stakes on both outcomes. */
  @Column('numeric')
  volumeBaseUnits: string;

  @Column('integer')
  trades: number;
}
