import { CreatedAt, Timestamp } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountEntity } from './account.entity.js';
import type { KeyScope } from './api-key.js';

/** An API key as stored. The key itself is not. */
@Entity('api_keys')
export class ApiKeyEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  /** Public part, by which the key is found. */
  @Column('text')
  prefix: string;

  /** SHA-256 of the whole key, in hex. */
  @Column('text', { select: false })
  secretHash: string;

  /** The account that the key acts for; null for an operator's key. */
  @Column('uuid', { nullable: true })
  accountId: string | null;

  /** The agents of the account that the key acts for; null for all of them. */
  @Column('text', { array: true, nullable: true })
  agentIds: readonly string[] | null;

  @Column('text', { array: true })
  scopes: readonly KeyScope[];

  @Column('text', { default: '' })
  note: string;

  @Column('text')
  createdBy: string;

  @CreatedAt()
  createdAt: Date;

  @Timestamp()
  expiresAt: Date;

  @Timestamp({ nullable: true })
  revokedAt: Date | null;

  /** To the minute. */
  @Timestamp({ nullable: true })
  lastUsedAt: Date | null;
}

export type ApiKey = Omit<ApiKeyEntity, 'secretHash'>;

/** Tables of accounts and their keys. */
export const ACCOUNT_ENTITIES = [AccountEntity, ApiKeyEntity] as const;
