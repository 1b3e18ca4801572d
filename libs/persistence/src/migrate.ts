import { loadDatabaseSettings } from '@app/config';
import { createDataSource } from './data-source.js';
import { Database } from './database.js';
import { seedDemo } from './seed-demo.js';

/** Key of the advisory lock that serialises migrations of processes that start together. */
const MIGRATION_LOCK = 7_267_243;

/** `npm run migrate [-- --seed-demo]`: brings the schema up to date; with the flag, adds the demo data. */
async function main(): Promise<void> {
  const dataSource = createDataSource({
    settings: loadDatabaseSettings(),
    applicationName: 'presage-migrate',
    entities: [],
    onIdleError: () => undefined,
  });
  await dataSource.initialize();
  try {
    // Held until the connection closes.
    await dataSource.createQueryRunner().query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await dataSource.runMigrations();
    if (process.argv.includes('--seed-demo')) await seedDemo(new Database(dataSource));
    process.stdout.write(`migrations: ${applied.length} applied, the schema is up to date\n`);
  } finally {
    await dataSource.destroy();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`migrations failed: ${error instanceof Error ? error.message : 'unknown error'}\n`);
  process.exitCode = 1;
});
