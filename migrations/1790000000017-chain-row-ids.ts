import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Foreign keys to ids that are derived from the chain. */
const REFERENCES = [
  ['markets', 'creator_user_id', 'users'],
  ['agent_wallets', 'user_id', 'users'],
  ['positions', 'user_id', 'users'],
  ['settlements', 'user_id', 'users'],
  ['trades', 'market_id', 'markets'],
  ['positions', 'market_id', 'markets'],
  ['resolutions', 'market_id', 'markets'],
  ['settlements', 'market_id', 'markets'],
  ['chain_markets', 'record_id', 'markets'],
  ['settlements', 'resolution_id', 'resolutions'],
] as const;

const HASH = `encode(sha256(convert_to(array_to_string(parts, '|'), 'UTF8')), 'hex')`;

/**
 * Makes ids that are derived from the chain UUIDs of version 8: clients that check version and variant (RFC 9562) refused
 * most plain hashes. Existing rows and their references get the new ids.
 */
export class ChainRowIds1790000000017 implements MigrationInterface {
  name = 'ChainRowIds1790000000017';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      makeIds(`(substr(hash, 1, 12) || '8' || substr(hash, 14, 3)
        || substr('89ab89ab89ab89ab', strpos('0123456789abcdef', substr(hash, 17, 1)), 1) || substr(hash, 18, 15))::uuid
        FROM (SELECT ${HASH}) AS hashed (hash)`),
    );
    await renameRows(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(makeIds(`left(${HASH}, 32)::uuid`));
    await renameRows(runner);
  }
}

function makeIds(id: string): string {
  return `CREATE OR REPLACE FUNCTION chain_row_id(VARIADIC parts text[]) RETURNS uuid
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT ${id} $$`;
}

/** Gives every derived row the id that the function now returns. */
async function renameRows(runner: QueryRunner): Promise<void> {
  await runner.query('SET LOCAL statement_timeout = 0');
  await refer(runner, 'ON UPDATE CASCADE');
  await runner.query(`
    UPDATE users SET id = chain_row_id('user', wallet_address) WHERE kind = 'address';
    UPDATE markets AS r SET id = chain_row_id('market', c.market_contract_address)
      FROM chain_markets AS c WHERE c.record_id = r.id AND r.from_chain;
    UPDATE resolutions AS r SET id = chain_row_id('resolution', c.market_contract_address)
      FROM chain_markets AS c WHERE c.record_id = r.market_id;
    UPDATE positions AS p SET id = chain_row_id('position', c.market_contract_address, u.wallet_address, p.outcome)
      FROM chain_markets AS c, users AS u WHERE c.record_id = p.market_id AND u.id = p.user_id;
    UPDATE settlements AS s SET id = chain_row_id('settlement', c.market_contract_address, u.wallet_address, s.outcome)
      FROM chain_markets AS c, users AS u WHERE c.record_id = s.market_id AND u.id = s.user_id;
  `);
  await refer(runner, '');
}

async function refer(runner: QueryRunner, onUpdate: string): Promise<void> {
  for (const [table, column, target] of REFERENCES) {
    const constraint = `${table}_${column}_fkey`;
    await runner.query(`
      ALTER TABLE ${table} DROP CONSTRAINT ${constraint};
      ALTER TABLE ${table} ADD CONSTRAINT ${constraint} FOREIGN KEY (${column}) REFERENCES ${target} (id) ${onUpdate}`);
  }
}
