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

  /** Set when the database was restored or failed over: no lane is served until an operator has reconciled it. */
  @Timestamp({ nullable: true })
  reconcileSince: Date | null;
}
