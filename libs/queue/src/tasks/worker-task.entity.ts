import type { ErrorCode } from '@app/common';
import { CreatedAt, Timestamp, UpdatedAt } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TaskKind, TaskStatus } from './worker-task.js';

/** Work that the API asks of a worker besides executions. */
@Entity('worker_tasks')
export class WorkerTaskEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('text')
  kind: TaskKind;

  /** The wallet's id; for send_passcode the onboarding's. */
  @Column('text')
  subjectId: string;

  @Column('text', { default: 'queued' })
  status: TaskStatus;

  @Column('integer', { default: 0 })
  attempts: number;

  /** When a worker may claim the task, also from a worker that died; null once it is sent or has ended. */
  @Column('timestamptz', { nullable: true, default: () => 'now()' })
  wakeAt: Date | null;

  /** When a sweeper last enqueued it. */
  @Timestamp({ name: 'rung_at', default: () => 'now()' })
  enqueuedAt: Date;

  @Timestamp()
  expiresAt: Date;

  /** Turn that the task has reserved for its write to the wallet provider. */
  @Column('timestamptz', { nullable: true })
  tokenDueAt: Date | null;

  @Column('jsonb', { nullable: true })
  result: unknown;

  @Column('text', { nullable: true })
  errorCode: ErrorCode | null;

  /** HTTP request that it is done for. */
  @Column('text', { nullable: true })
  requestId: string | null;

  /** W3C traceparent of the request, when traces are on. */
  @Column('text', { nullable: true })
  traceParent: string | null;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}

export type WorkerTask = Pick<
  WorkerTaskEntity,
  'id' | 'kind' | 'subjectId' | 'status' | 'attempts' | 'result' | 'errorCode' | 'requestId' | 'traceParent'
>;
