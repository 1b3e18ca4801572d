import { UpdatedAt } from '@app/persistence';
import type { Action } from '@app/common';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An operator's pause. One row for all actions and one for each always exist. Updates wait for arming transactions. */
@Entity('execution_pauses')
export class ExecutionPauseEntity {
  @PrimaryColumn('text')
  scope: 'global' | Action;

  @Column('boolean', { default: false })
  paused: boolean;

  @UpdatedAt()
  updatedAt: Date;
}
