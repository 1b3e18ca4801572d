import type { SqlSession } from '../database.js';
import { FUNCTION_GRANTS, QUEUE_TABLE_GRANTS, TABLE_GRANTS, type TableGrants } from './grants.js';
import { OWNER_ROLE, PROCESS_ROLES, type ProcessName, QUEUE_SCHEMA } from './roles.js';

const QUEUE_USERS: readonly ProcessName[] = ['api', 'worker'];

const SCHEMAS: readonly (readonly [schema: string, grants: TableGrants])[] = [
  ['public', TABLE_GRANTS],
  [QUEUE_SCHEMA, QUEUE_TABLE_GRANTS],
];

/**
 * Gives each role exactly the privileges of the matrix, in the caller's transaction, as the owner of the tables. Takes no
 * lock on a table, so running processes are not stopped.
 */
export async function applyGrants(tx: SqlSession): Promise<void> {
  const roles = Object.values(PROCESS_ROLES).join(', ');
  const queueRoles = QUEUE_USERS.map((name) => PROCESS_ROLES[name]).join(', ');
  const statements = [
    ...(await listOwned(tx)).map((table) => `REVOKE ALL ON ${table} FROM PUBLIC, ${roles}`),
    ...SCHEMAS.flatMap(([schema, grants]) => buildGrants(schema, grants)),
    ...(await listDefinerFunctions(tx)).map((name) => `REVOKE ALL ON FUNCTION ${name} FROM PUBLIC, ${roles}`),
    ...Object.entries(FUNCTION_GRANTS).flatMap(([name, processes]) => [
      `REVOKE ALL ON FUNCTION public.${name} FROM PUBLIC, ${roles}`,
      ...processes.map((process) => `GRANT EXECUTE ON FUNCTION public.${name} TO ${PROCESS_ROLES[process]}`),
    ]),
    `REVOKE ALL ON SCHEMA ${QUEUE_SCHEMA} FROM PUBLIC, ${roles}`,
    `GRANT USAGE ON SCHEMA ${QUEUE_SCHEMA} TO ${queueRoles}`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${QUEUE_SCHEMA} TO ${queueRoles}`,
  ];
  await tx.manager.query(statements.join(';\n'));
}

/** Tables of the schemas, quoted, whether or not the matrix has them. */
async function listOwned(tx: SqlSession): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname = ANY ($1) AND tableowner = $2 ORDER BY 1`,
    [SCHEMAS.map(([schema]) => schema), OWNER_ROLE],
  );
  return rows.map(({ name }) => name);
}

/**
 * Functions that run with the owner's privileges. Triggers fire without the privilege to execute theirs. A role with that
 * privilege could attach one to a temporary table, and so have events written that no fact states.
 */
async function listDefinerFunctions(tx: SqlSession): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `SELECT format('public.%I(%s)', proname, pg_get_function_identity_arguments(oid)) AS name FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace AND prosecdef AND proowner = $1::regrole ORDER BY 1`,
    [OWNER_ROLE],
  );
  return rows.map(({ name }) => name);
}

function buildGrants(schema: string, tables: TableGrants): string[] {
  return Object.entries(tables).flatMap(([table, grants]) =>
    Object.entries(PROCESS_ROLES).flatMap(([process, role]) => {
      const privileges = Object.entries(grants).find(([name]) => name === process)?.[1];
      return privileges === undefined ? [] : [`GRANT ${privileges} ON ${schema}.${table} TO ${role}`];
    }),
  );
}
