import type { OperationDescription } from '../openapi/describe.decorator.js';
import * as wire from '../openapi/wire/index.js';
import type { SchemaReport } from './schema-report.js';

const OK = wire.object({ status: wire.oneOf(['ok'], 'All is well.') });

const SCHEMA_REPORT = wire.named<SchemaReport>(
  'SchemaReport',
  'The database’s schema, compared with what this process needs.',
  {
    status: wire.oneOf(['ok', 'error'], 'Whether the schema is what it should be.'),
    migration_version: wire.integer(
      'The number of the newest migration that the database has, 0 for none.',
      1_790_000_000_007,
    ),
    dirty: wire.flag('Whether a migration that this process needs is missing.', false),
    missing_tables: wire.list(wire.text('A table’s name.', 'markets'), 'The tables that are missing.', []),
  },
);

export const HEALTH_DOCS = {
  alive: {
    id: 'getHealth',
    tag: 'Service',
    summary: 'Whether the process answers',
    answers: { 200: { what: 'It does.', shape: OK } },
    failures: [],
  },
  ready: {
    id: 'getReadiness',
    tag: 'Service',
    summary: 'Whether the service can work',
    details: 'Asks the database, and answers within two seconds whether or not it does.',
    answers: { 200: { what: 'The database answers.', shape: OK } },
    failures: ['database_unavailable'],
  },
  schema: {
    id: 'validateSchema',
    tag: 'Service',
    summary: 'Whether the database has the schema that this process needs',
    answers: {
      200: { what: 'It has.', shape: SCHEMA_REPORT },
      503: {
        what: 'It has not: the one error without the envelope.',
        shape: SCHEMA_REPORT,
        examples: {
          'a table is missing': {
            status: 'error',
            migration_version: 1_790_000_000_003,
            dirty: true,
            missing_tables: ['chain_cursors'],
          },
        },
      },
    },
    failures: ['schema_validation_failed'],
  },
} as const satisfies Record<string, OperationDescription>;
