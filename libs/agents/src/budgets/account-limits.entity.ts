import { Decimal, UpdatedAt } from '@app/persistence';
import { Entity, PrimaryColumn } from 'typeorm';

/** Budgets of all agents of an account together, display units; null for no limit. */
@Entity('account_limits')
export class AccountLimitsEntity {
  /** `account:<account id>`, or `mailbox:<address>` for agents without an account. */
  @PrimaryColumn('text')
  account: string;

  @Decimal({ nullable: true })
  dailyLimit: string | null;

  @Decimal({ nullable: true })
  marketLimit: string | null;

  @Decimal({ nullable: true })
  openExposureLimit: string | null;

  @UpdatedAt()
  updatedAt: Date;
}
