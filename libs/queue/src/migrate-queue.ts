import { runMigrations } from 'bullmq';
import type pg from 'pg';
import { QUEUE_SCHEMA } from '@app/persistence';
import { JOB_CATALOGUE, JOB_NAMES } from './job-catalogue.js';

/**
 * Brings BullMQ's schema up to date. Also creates the sequence of each queue's job ids, which BullMQ would create with its
 * first job: processes have no right to.
 */
export async function migrateQueue(client: pg.Client): Promise<void> {
  await runMigrations(client, QUEUE_SCHEMA);
  for (const name of JOB_NAMES)
    await client.query(`SELECT ${QUEUE_SCHEMA}.next_job_id($1)`, [JOB_CATALOGUE[name].queue]);
}
