import { CreatedAt, UpdatedAt } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export type UserKind = 'person' | 'agent' | 'address';

@Entity('users')
export class UserEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  /** `address`: known from the chain only. */
  @Column('text')
  kind: UserKind;

  /** Null unless the user is an agent. */
  @Column('text', { nullable: true })
  agentId: string | null;

  /** Owner of the user and, for the user of an agent, of the agent; null for none. */
  @Column('uuid', { nullable: true })
  accountId: string | null;

  /** Lower-case. */
  @Column('text', { nullable: true })
  walletAddress: string | null;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
