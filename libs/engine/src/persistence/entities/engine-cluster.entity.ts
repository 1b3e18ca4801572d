import { Timestamp } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The PostgreSQL cluster that the executions were last seen in. One row. */
@Entity('engine_cluster')
export class EngineClusterEntity {
  @PrimaryColumn('boolean', { default: true })
  singleton: boolean;

  @Column('text')
  systemIdentifier: string;

  @Column('integer')
  timeline: number;

  /** Set when the database was restored or failed over: no lane is served until the records are reconciled. */
  @Timestamp({ nullable: true })
  reconcileSince: Date | null;

  /** Last block that the restored database had indexed; null before the first restore. */
  @Column('bigint', { nullable: true })
  reconcileAfterBlock: string | null;
}
