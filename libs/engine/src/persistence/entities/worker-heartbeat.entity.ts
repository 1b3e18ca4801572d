import { Timestamp } from '@app/persistence';
import { Entity, PrimaryColumn } from 'typeorm';

/** A worker that serves lanes with the provider's credentials. Executes are accepted while one has not expired. */
@Entity('worker_heartbeats')
export class WorkerHeartbeatEntity {
  /** Random for each run of a worker process. */
  @PrimaryColumn('uuid')
  workerId: string;

  @Timestamp()
  expiresAt: Date;
}
