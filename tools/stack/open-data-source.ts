import type { DataSource } from 'typeorm';
import type { Secret } from '@app/common';
import { createDataSource } from '@app/persistence';
import { ENTITIES } from '../../test/support/entities.js';

const CONNECT_TIMEOUT_MS = 60_000;

/** Connects to a database, with the entities of every table and the connections of one process of the product. */
export function openDataSource(url: Secret, poolMax = 8): Promise<DataSource> {
  return createDataSource({
    settings: { DATABASE_URL: url, DATABASE_POOL_MAX: poolMax, DATABASE_CONNECT_TIMEOUT_MS: CONNECT_TIMEOUT_MS },
    applicationName: 'presage-tools',
    entities: ENTITIES,
    onIdleError: () => undefined, // an idle connection whose database was dropped
  }).initialize();
}
