import { CreatedAt } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Owner of agents, users and API keys. */
@Entity('accounts')
export class AccountEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  createdBy: string;

  @CreatedAt()
  createdAt: Date;
}

export type Account = AccountEntity;
