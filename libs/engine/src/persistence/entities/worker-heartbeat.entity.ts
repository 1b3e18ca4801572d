import { Timestamp } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A worker that serves lanes with the provider's credentials. Executes are accepted while one has not expired. */
@Entity('worker_heartbeats')
export class WorkerHeartbeatEntity {
  /** Random for each run of a worker process. */
  @PrimaryColumn('uuid')
  workerId: string;

  @Timestamp()
  expiresAt: Date;

  /** Whether the worker's custody would send gas to a wallet that lacks it. */
  @Column('boolean', { default: false })
  paysGas: boolean;
}
