import { withClient } from '../../../../dev/devnet/postgres/postgres.js';
import { alternate, median } from '../support/measure.js';
import type { Figure } from '../support/report.js';
import { acceptAll, seedAcceptance } from './accept.js';
import type { BenchDatabase, BenchServers } from './bench-servers.js';
import { acceptedDatabase, drain } from './drain.js';
import { Recorder } from './recording.js';

const MIN_RATIO = 0.93;

/** Disables the triggers that append to event logs. */
const DISABLE_EVENTS = `
  DO $$
  DECLARE
    one record;
  BEGIN
    FOR one IN SELECT t.tgrelid::regclass AS relation, t.tgname AS name
      FROM pg_trigger AS t JOIN pg_proc AS p ON p.oid = t.tgfoid WHERE p.prosrc ~ '\\mappend_(composed_)?event\\M'
    LOOP
      EXECUTE format('ALTER TABLE %s DISABLE TRIGGER %I', one.relation, one.name);
    END LOOP;
  END $$`;

/** Rates of accepted and of drained executions with event logs. The reference is the same code without the triggers. */
export async function benchEventLogs(
  servers: BenchServers,
  { rounds }: { readonly rounds: number },
): Promise<Figure[]> {
  const seeded = await seedAcceptance(servers);
  const { lanes, ...accepted } = await acceptedDatabase(servers);
  const figures = [
    await compareWithout(servers, seeded, rounds, {
      name: 'accept',
      measure: ({ url }) =>
        acceptAll({
          ...{ url, intentIds: seeded.intentIds, recorder: new Recorder() },
          openDatabase: ({ database }) => database,
        }),
    }),
    await compareWithout(servers, accepted, rounds, {
      name: 'drain',
      measure: ({ url }) => drain({ address: { databaseUrl: url }, lanes }),
    }),
  ];
  await servers.dropDatabase(seeded);
  await servers.dropDatabase(accepted);
  return figures;
}

interface Measurement {
  readonly name: string;
  readonly measure: (database: BenchDatabase) => Promise<number>;
}

async function compareWithout(
  servers: BenchServers,
  template: BenchDatabase,
  rounds: number,
  { name, measure }: Measurement,
): Promise<Figure> {
  const without = await servers.createDatabase(template.name);
  await withClient(without.url, (client) => client.query(DISABLE_EVENTS));
  const [product = [], reference = []] = await alternate(rounds, [
    () => servers.withDatabase(template.name, measure),
    () => servers.withDatabase(without.name, measure),
  ]);
  await servers.dropDatabase(without);
  return {
    name: `${name} with event logs`,
    ...{ unit: '/s', product: median(product), reference: median(reference), bar: { minRatio: MIN_RATIO } },
    note: 'the reference has no triggers that append events',
  };
}
