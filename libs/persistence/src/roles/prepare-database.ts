import pg from 'pg';
import type { Secret } from '@app/common';
import { sqlState } from '../database.js';
import { OWNER_ROLE, PROCESS_ROLES, type ProcessName, QUEUE_SCHEMA } from './roles.js';
import { scramVerifier } from './scram-verifier.js';

const INSUFFICIENT_PRIVILEGE = '42501';

/** Passwords that processes log in with. A role without one keeps its login as it is. */
export type RolePasswords = Readonly<Partial<Record<ProcessName, Secret | undefined>>>;

/** The user of the connection may not prepare the database. The message says what an administrator runs, if anything. */
export class AdministratorNeededError extends Error {}

/**
 * Creates missing roles, sets passwords, and makes the owner role the owner of the schema. Safe to repeat. Each statement
 * is a transaction, so that only one table is locked at a time.
 * @throws AdministratorNeededError when the user may not, or is the role of a process
 */
export async function prepareDatabase(client: pg.Client, passwords: RolePasswords): Promise<void> {
  const { rows } = await client.query<Place>('SELECT current_user::text AS user, current_database()::text AS database');
  const [place] = rows;
  if (place === undefined) throw new Error('the connection has no user');
  if (Object.values<string>(PROCESS_ROLES).includes(place.user)) throw roleOfProcess(place.user);
  try {
    await createRoles(client);
    await setPasswords(client, passwords);
    const { rows: needed } = await client.query<{ statement: string }>(NEEDED_SQL, [
      OWNER_ROLE,
      Object.values(PROCESS_ROLES),
    ]);
    for (const { statement } of needed) await client.query(statement);
  } catch (error) {
    if (sqlState(error) === INSUFFICIENT_PRIVILEGE) throw administratorNeeded(place);
    throw error;
  }
}

interface Place {
  user: string;
  database: string;
}

async function createRoles(client: pg.Client): Promise<void> {
  const roles = [OWNER_ROLE, ...Object.values(PROCESS_ROLES)];
  const { rows } = await client.query<{ name: string }>(
    'SELECT rolname::text AS name FROM pg_roles WHERE rolname = ANY ($1)',
    [roles],
  );
  const existing = new Set(rows.map(({ name }) => name));
  for (const role of roles.filter((name) => !existing.has(name))) await client.query(`CREATE ROLE ${role} NOLOGIN`);
}

async function setPasswords(client: pg.Client, passwords: RolePasswords): Promise<void> {
  for (const [process, role] of Object.entries(PROCESS_ROLES)) {
    const password = Object.entries(passwords).find(([name]) => name === process)?.[1];
    if (password === undefined) continue;
    await client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(scramVerifier(password))}`);
  }
}

/**
 * Statements that this database still needs, in their order. $1 is the owner role, $2 the processes' roles.
 *
 * The owner may create schemas and trusted extensions. Objects that another role created, such as an administrator's restore,
 * get the owner; objects of extensions and sequences of columns follow their extension or table. PUBLIC loses its privileges
 * on the database where the user may revoke them; BullMQ's bulk insert needs temporary tables. Compilation of plans, which
 * can take seconds for a statement of a millisecond, is off for every connection, also behind a pooler.
 */
const NEEDED_SQL = `
  WITH target AS (SELECT oid, datname, pg_has_role(datdba, 'USAGE') AS is_own FROM pg_database WHERE datname = current_database()),
  schema AS (SELECT oid FROM pg_namespace WHERE nspname IN ('public', '${QUEUE_SCHEMA}')),
  object AS (
    SELECT 'pg_class'::regclass AS catalog, oid, relowner AS owner, 'TABLE ' || oid::regclass AS name FROM pg_class
    WHERE relkind IN ('r', 'p', 'v', 'm', 'S') AND relnamespace IN (SELECT oid FROM schema)
    UNION ALL
    SELECT 'pg_proc'::regclass, oid, proowner, 'ROUTINE ' || oid::regprocedure FROM pg_proc
    WHERE pronamespace IN (SELECT oid FROM schema)
    UNION ALL
    SELECT 'pg_type'::regclass, oid, typowner, 'TYPE ' || oid::regtype FROM pg_type
    WHERE typtype IN ('e', 'd') AND typnamespace IN (SELECT oid FROM schema)
    UNION ALL
    SELECT 'pg_namespace'::regclass, oid, nspowner, 'SCHEMA ${QUEUE_SCHEMA}' FROM pg_namespace WHERE nspname = '${QUEUE_SCHEMA}')
  SELECT format('GRANT %I TO %I', $1::text, current_user) AS statement, 1 AS place
    WHERE NOT pg_has_role($1, CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END)
  UNION ALL
  SELECT format('GRANT CREATE ON DATABASE %I TO %I', datname, $1), 2 FROM target
    WHERE NOT has_database_privilege($1, oid, 'CREATE')
  UNION ALL
  SELECT format('GRANT USAGE, CREATE ON SCHEMA public TO %I', $1), 3
    WHERE NOT has_schema_privilege($1, 'public', 'CREATE')
  UNION ALL
  SELECT format('GRANT CONNECT%s ON DATABASE %I TO %I', CASE role WHEN '${PROCESS_ROLES.worker}' THEN ', TEMPORARY' END, datname, role), 4
    FROM target, unnest($2::text[]) AS role WHERE is_own
  UNION ALL
  SELECT format('GRANT USAGE ON SCHEMA public TO %I', role), 5
    FROM unnest($2::text[]) AS role WHERE NOT has_schema_privilege(role, 'public', 'USAGE')
  UNION ALL
  SELECT format('REVOKE ALL ON DATABASE %I FROM PUBLIC', datname), 6 FROM target WHERE is_own
  UNION ALL
  SELECT format('ALTER DATABASE %I SET jit = off', datname), 6 FROM target WHERE current_setting('jit')::boolean
  UNION ALL
  SELECT format('ALTER %s OWNER TO %I', name, $1), CASE catalog WHEN 'pg_namespace'::regclass THEN 7 ELSE 8 END FROM object
    WHERE owner <> $1::regrole
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = catalog AND objid = object.oid AND deptype IN ('a', 'e', 'i'))
  ORDER BY place, statement`;

/** No statement would help: a process that is a member of the owner role could rewrite the history. */
function roleOfProcess(user: string): AdministratorNeededError {
  return new AdministratorNeededError(
    `${user} is the role of a process: DATABASE_URL of migrate names an administrator or a member of ${OWNER_ROLE}.`,
  );
}

function administratorNeeded({ user, database }: Place): AdministratorNeededError {
  const [name, place] = [pg.escapeIdentifier(user), pg.escapeIdentifier(database)];
  const roles = Object.values(PROCESS_ROLES);
  return new AdministratorNeededError(
    [
      `${user} may not create roles, set their passwords, or change the owner of the schema.`,
      'Let an administrator of the server run the lines that are missing, then repeat the command without passwords:',
      `  CREATE ROLE ${OWNER_ROLE};`,
      ...roles.map((role) => `  CREATE ROLE ${role} LOGIN PASSWORD '…';`),
      `  GRANT ${OWNER_ROLE} TO ${name};`,
      `  GRANT CREATE ON DATABASE ${place} TO ${OWNER_ROLE};`,
      `  GRANT TEMPORARY ON DATABASE ${place} TO ${PROCESS_ROLES.worker};`,
      `  GRANT USAGE, CREATE ON SCHEMA public TO ${OWNER_ROLE};`,
      `  ALTER DATABASE ${place} SET jit = off;`,
    ].join('\n'),
  );
}
