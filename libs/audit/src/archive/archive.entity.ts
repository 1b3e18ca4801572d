import { CreatedAt, Timestamp } from '@app/persistence';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** `writing` its file, `deleting` what the checked file has from the database, or `complete`. */
export type ArchiveStatus = 'writing' | 'deleting' | 'complete';

/** A month whose ended executions are in a file. */
@Entity('archives')
export class ArchiveEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer' })
  id: number;

  /** First day. */
  @Column('date')
  month: string;

  /** End of the month: executions that ended before are archived. */
  @Timestamp()
  endedBefore: Date;

  @Column('text', { default: 'writing' })
  status: ArchiveStatus;

  /** Run that writes the file; another run takes over with another id. */
  @Column('uuid')
  runId: string;

  @Column('bigint', { default: 0 })
  executions: string;

  @Column('text', { nullable: true })
  fileName: string | null;

  @Column('text', { nullable: true })
  fileSha256: string | null;

  /** Covers the archive's rows of archived_executions and the hash of the archive before. */
  @Column('text', { nullable: true })
  listHash: string | null;

  @CreatedAt()
  createdAt: Date;

  @Timestamp({ nullable: true })
  writtenAt: Date | null;

  @Timestamp({ nullable: true })
  deletedAt: Date | null;
}
