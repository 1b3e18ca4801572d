import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Events that stay of an anchor's period before the last archived month. An anchor without any has no row. */
@Entity('archived_anchors')
export class ArchivedAnchorEntity {
  @PrimaryColumn('bigint')
  anchorId: string;

  /** Number of events. */
  @Column('integer')
  events: number;

  /** Hash over the hashes of the events. */
  @Column('text')
  hash: string;
}
