import { onchainTable, primaryKey } from 'ponder';

/** Pools are sums of the buys, in base units. `id` is the one that its creator gave it. */
export const market = onchainTable('market', (t) => ({
  address: t.hex().primaryKey(),
  id: t.text().notNull(),
  phase: t.text().notNull(),
  winner: t.text(),
  yesPool: t.bigint().notNull(),
  noPool: t.bigint().notNull(),
}));

export const position = onchainTable(
  'position',
  (t) => ({
    market: t.hex().notNull(),
    account: t.hex().notNull(),
    outcome: t.text().notNull(),
    stake: t.bigint().notNull(),
  }),
  (table) => ({ pk: primaryKey({ columns: [table.market, table.account, table.outcome] }) }),
);

/** Paid claims, payouts and refunds. */
export const payment = onchainTable(
  'payment',
  (t) => ({ market: t.hex().notNull(), account: t.hex().notNull(), amount: t.bigint().notNull() }),
  (table) => ({ pk: primaryKey({ columns: [table.market, table.account] }) }),
);
