import { Command } from '@commander-js/extra-typings';
import { loadDatabaseSettings } from '@app/config';
import { createDataSource } from './data-source.js';
import { Database } from './database.js';
import { seedDemo } from './seed-demo.js';

/** Key of the advisory lock that serialises migrations of processes that start together. */
const MIGRATION_LOCK = 7_267_243;

async function main(): Promise<void> {
  const { seedDemo: isDemo } = new Command('npm run migrate --')
    .description('Brings the schema of the database up to date.')
    .option('--seed-demo', 'add the demo data')
    .parse()
    .opts();
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
    if (isDemo === true) await seedDemo(new Database(dataSource));
    process.stdout.write(`migrations: ${applied.length} applied, the schema is up to date\n`);
  } finally {
    await dataSource.destroy();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`migrations failed: ${error instanceof Error ? error.message : 'unknown error'}\n`);
  process.exitCode = 1;
});
