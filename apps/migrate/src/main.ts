import { Command } from '@commander-js/extra-typings';
import { describeMisspelt, findMisspeltSettings, loadMigrateSettings, PRODUCT_VERSION } from '@app/config';
import { migrateDatabase } from '@app/persistence';
import { migrateQueue } from '@app/queue';

async function main(): Promise<void> {
  const { seedDemo: isDemo = false } = new Command('npm run migrate --')
    .description('Brings the schema of the database, its roles and their privileges up to date.')
    .version(PRODUCT_VERSION)
    .option('--seed-demo', 'add the demo data')
    .parse()
    .opts();
  for (const found of findMisspeltSettings()) process.stderr.write(`${describeMisspelt(found)}\n`);
  const applied = await migrateDatabase({ settings: loadMigrateSettings(), migrateQueue, isDemo });
  process.stdout.write(`migrations: ${applied} applied, the schema is up to date\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`migrations failed: ${error instanceof Error ? error.message : 'unknown error'}\n`);
  process.exitCode = 1;
});
