import { setTimeout as delay } from 'node:timers/promises';
import { Secret } from '@app/common';
import pg from 'pg';
import { withClient } from '../../../../dev/devnet/postgres/postgres.js';
import { sum } from '../support/measure.js';
import type { Figure } from '../support/report.js';
import type { BenchServers } from './bench-servers.js';
import { buyThroughProduct, confirmBuys, prepare, withStack } from './pipeline.js';

/** Buys per agent: measured, and as many before, whose old row versions leave the space that the measured ones fill. */
const BUYS_PER_AGENT = 10;
const IDLE_MS = 10_000;
/** Index and event log follow the last block. */
const SETTLE_MS = 3_000;
const MAX_LISTED = 24;
const KB = 1_000;

/**
 * Bytes that a buy through the whole product keeps in PostgreSQL after a vacuum, and bytes that it writes to the
 * write-ahead log. Bytes that idle processes write are subtracted. Prints both by table and index.
 */
export async function benchStorage(servers: BenchServers): Promise<Figure[]> {
  const figures: Figure[] = [];
  await withStack(servers, 'provider', async (stack) => {
    const buyers = await prepare(stack, BUYS_PER_AGENT);
    await buyThroughProduct(buyers, BUYS_PER_AGENT);
    await delay(SETTLE_MS);
    await withClient(new Secret(stack.databaseUrl), async (client) => {
      await client.query('CREATE EXTENSION IF NOT EXISTS pg_walinspect');
      const idle = await measure(client, () => delay(IDLE_MS));
      const busy = await measure(client, async () => {
        await confirmBuys(buyers, BUYS_PER_AGENT);
        await buyThroughProduct(buyers, BUYS_PER_AGENT);
        await delay(SETTLE_MS);
      });
      figures.push(...report(perBuy(busy, idle, buyers.agents.length * BUYS_PER_AGENT)));
    });
  });
  return figures;
}

interface Relation {
  readonly name: string;
  readonly keptBytes: number;
  readonly walBytes: number;
}

interface Measured {
  readonly seconds: number;
  readonly walBytes: number;
  /** Bytes of the log that are copies of whole pages, which the first change after a checkpoint writes. */
  readonly pageBytes: number;
  readonly relations: ReadonlyMap<string, Relation>;
}

async function measure(client: pg.Client, work: () => Promise<unknown>): Promise<Measured> {
  await client.query('VACUUM');
  await client.query('CHECKPOINT');
  const before = await readSizes(client);
  const start = await readPosition(client);
  const startedMs = performance.now();
  await work();
  const seconds = (performance.now() - startedMs) / 1_000;
  const end = await readPosition(client);
  await client.query('VACUUM');
  const after = await readSizes(client);
  const { rows } = await client.query<{ name: string; bytes: string; pages: string }>(WAL_BY_RELATION, [start, end]);
  const wal = new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
  const total = await client.query<{ bytes: string }>('SELECT pg_wal_lsn_diff($2, $1) AS bytes', [start, end]);
  const relation = (name: string): Relation => ({
    name,
    keptBytes: (after.get(name) ?? 0) - (before.get(name) ?? 0),
    walBytes: wal.get(name) ?? 0,
  });
  return {
    seconds,
    walBytes: Number(total.rows[0]?.bytes),
    pageBytes: sum(rows.map(({ pages }) => Number(pages))),
    relations: new Map([...new Set([...after.keys(), ...wal.keys()])].map((name) => [name, relation(name)])),
  };
}

async function readPosition(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ position: string }>('SELECT pg_current_wal_flush_lsn()::text AS position');
  return rows[0]?.position ?? '';
}

/** Sizes of tables with their TOAST, and of indexes. */
async function readSizes(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; bytes: string }>(SIZES);
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

const NAME = `CASE WHEN relnamespace IN ('pg_catalog'::regnamespace, 'pg_toast'::regnamespace) THEN 'catalog' ELSE relname END`;
const SIZES = `
  SELECT ${NAME} AS name, sum(CASE relkind WHEN 'r' THEN pg_table_size(oid) ELSE pg_relation_size(oid) END) AS bytes
  FROM pg_class WHERE relkind IN ('r', 'i') AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'pg_toast'::regnamespace)
  GROUP BY 1`;
/** A block's own data and page copy. Headers of records count under no relation. */
const WAL_BY_RELATION = `
  SELECT coalesce(${NAME}, 'none') AS name, sum(block_data_length + block_fpi_length + coalesce(main_data_length, 0)) AS bytes,
    sum(block_fpi_length) AS pages
  FROM pg_get_wal_block_info($1, $2) AS block LEFT JOIN pg_class ON pg_relation_filenode(pg_class.oid) = block.relfilenode
  GROUP BY 1`;

interface PerBuy {
  readonly keptKb: number;
  readonly walKb: number;
  readonly pagesKb: number;
  readonly relations: readonly Relation[];
}

function perBuy(busy: Measured, idle: Measured, buys: number): PerBuy {
  const idleTimes = busy.seconds / idle.seconds;
  const of = (value: number, idleValue: number): number => (value - idleValue * idleTimes) / buys;
  const relations = [...busy.relations.values()].map(({ name, keptBytes, walBytes }) => {
    const quiet = idle.relations.get(name);
    return { name, keptBytes: of(keptBytes, quiet?.keptBytes ?? 0), walBytes: of(walBytes, quiet?.walBytes ?? 0) };
  });
  return {
    keptKb: sum(relations.map(({ keptBytes }) => keptBytes)) / KB,
    walKb: of(busy.walBytes, idle.walBytes) / KB,
    pagesKb: of(busy.pageBytes, idle.pageBytes) / KB,
    relations,
  };
}

function report({ keptKb, walKb, pagesKb, relations }: PerBuy): Figure[] {
  const largest = relations.toSorted((a, b) => b.keptBytes + b.walBytes - a.keptBytes - a.walBytes);
  console.table(
    largest.slice(0, MAX_LISTED).map(({ name, keptBytes, walBytes }) => ({
      relation: name,
      'kept, bytes per buy': Math.round(keptBytes),
      'log, bytes per buy': Math.round(walBytes),
    })),
  );
  const note = `${pagesKb.toFixed(1)} kB of it are whole pages after a checkpoint`;
  return [
    { name: 'kept in PostgreSQL per buy', unit: 'kB', product: keptKb, bar: { max: 6 }, note: 'after a vacuum' },
    { name: 'write-ahead log per buy', unit: 'kB', product: walKb, bar: { max: 15 }, note },
  ];
}
