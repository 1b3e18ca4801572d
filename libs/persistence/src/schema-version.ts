import type { DataSource } from 'typeorm';
import { StartRefusedError } from '@app/common';
import { PRODUCT_VERSION } from '@app/config';
import { MIGRATIONS, OLDEST_SERVED_VERSION } from '../../../migrations/index.js';
import { MIGRATIONS_TABLE } from './data-source.js';

/** Digits at the end of a migration's name. */
const TIMESTAMP_DIGITS = 13;
/** Every role may read a comment, and dumps contain it. */
const READ_SQL = `SELECT obj_description(to_regclass('public.${MIGRATIONS_TABLE}'), 'pg_class') AS comment`;

export interface SchemaVersion {
  /** Version of the program that migrated the database last. */
  readonly version: string;
  /** Timestamp of the newest migration of that program. */
  readonly migration: number;
  /** Oldest version whose processes the schema serves. */
  readonly serves: string;
}

/** The schema that the migrations of this program leave. */
export const OWN_SCHEMA: SchemaVersion = {
  version: PRODUCT_VERSION,
  migration: Number(MIGRATIONS.at(-1)?.name.slice(-TIMESTAMP_DIGITS)),
  serves: OLDEST_SERVED_VERSION,
};

/** Records `OWN_SCHEMA` as the comment on the table of migrations. */
export const RECORD_SCHEMA_SQL = `COMMENT ON TABLE public.${MIGRATIONS_TABLE} IS
  'Presage ${OWN_SCHEMA.version}, migration ${OWN_SCHEMA.migration}, serves programs from ${OWN_SCHEMA.serves} on'`;
const RECORDED = /^Presage (\S+), migration (\d+), serves programs from (\S+) on$/;

/** Runs a statement, as a data source or a client does. */
type Query = (sql: string) => Promise<readonly { comment: string | null }[]>;

/** @returns null before the first migration, and for a schema without a recorded version */
export async function readSchemaVersion(query: Query): Promise<SchemaVersion | null> {
  const [row] = await query(READ_SQL);
  const [, version, migration, serves] = RECORDED.exec(row?.comment ?? '') ?? [];
  return version === undefined || serves === undefined ? null : { version, migration: Number(migration), serves };
}

/** @throws StartRefusedError when the schema is older than this program, or no longer serves it */
async function requireServingSchema(query: Query): Promise<void> {
  const schema = await readSchemaVersion(query);
  const { version, migration } = OWN_SCHEMA;
  if (schema === null || schema.migration < migration || isNewer(version, schema.version)) {
    const found = schema === null ? 'no version' : `version ${schema.version}`;
    throw new StartRefusedError(`the schema of the database has ${found}: run the migrations of ${version} first`);
  }
  if (isNewer(schema.serves, version)) {
    throw new StartRefusedError(
      `the schema of the database has version ${schema.version}, which serves programs from ${schema.serves} on, and this is ${version}`,
    );
  }
}

/** Connects to a database whose schema serves this program. @throws StartRefusedError */
export async function openServingDatabase(source: DataSource): Promise<DataSource> {
  await source.initialize();
  try {
    await requireServingSchema((sql) => source.query(sql));
  } catch (error) {
    await source.destroy();
    throw error;
  }
  return source;
}

/** Compares the numbers of two versions. A suffix such as `-rc.1` does not count. */
export function isNewer(version: string, other: string): boolean {
  const [numbers = '', otherNumbers = ''] = [version, other].map((text) => text.replace(/-.*/, ''));
  return numbers.localeCompare(otherNumbers, 'en', { numeric: true }) > 0;
}
