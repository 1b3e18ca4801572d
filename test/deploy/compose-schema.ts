import { closed, createChecker } from './schema-words.js';

const TEXT = { type: 'string', minLength: 1 } as const;
const WORDS = { type: 'array', items: TEXT, minItems: 1 } as const;
const DURATION = { type: 'string', pattern: '^([0-9]+(us|ms|s|m|h))+$' } as const;
const SIZE = { type: 'string', pattern: '^[0-9]+(b|k|kb|m|mb|g|gb|K|M|G)$' } as const;
const CONDITION = {
  enum: ['service_started', 'service_healthy', 'service_completed_successfully'],
} as const;

const NETWORK = { type: 'string', pattern: '^[a-z]+$' } as const;
const NAMED = '^[a-zA-Z0-9._-]+$';

/**
 * Strict subset of the Compose specification: one form per key and only the keys that the file needs. A file that is
 * valid here is valid there. Keys that begin with `x-` are ignored.
 */
const SERVICE = closed(
  {
    image: TEXT,
    build: closed({ context: TEXT, target: TEXT }, ['context', 'target']),
    command: WORDS,
    entrypoint: WORDS,
    environment: {
      type: 'object',
      propertyNames: { pattern: '^[A-Z][A-Z0-9_]*$' },
      additionalProperties: { type: ['string', 'number'] },
    },
    depends_on: {
      type: 'object',
      propertyNames: { pattern: NAMED },
      additionalProperties: closed({ condition: CONDITION, required: { type: 'boolean' } }, ['condition']),
    },
    healthcheck: closed(
      {
        test: { ...WORDS, minItems: 2, contains: { const: 'CMD' } },
        interval: DURATION,
        timeout: DURATION,
        retries: { type: 'integer', minimum: 1 },
        start_period: DURATION,
      },
      ['test', 'interval', 'timeout'],
    ),
    deploy: closed({
      resources: closed({ limits: closed({ cpus: { type: 'string', pattern: '^[0-9.]+$' }, memory: SIZE }) }),
    }),
    ports: {
      type: 'array',
      items: { type: 'string', pattern: '^([0-9.]+:)?(\\$\\{[A-Z_]+:-[0-9]+\\}|[0-9]+):[0-9]+$' },
    },
    networks: { type: 'array', items: NETWORK, minItems: 1, uniqueItems: true },
    user: { type: 'string', pattern: '^[0-9]+:[0-9]+$' },
    volumes: { type: 'array', items: { type: 'string', pattern: '^[a-z-]+:/[a-z/]+$' }, uniqueItems: true },
    tmpfs: WORDS,
    profiles: { type: 'array', items: { type: 'string', pattern: '^[a-zA-Z0-9][a-zA-Z0-9_.-]+$' } },
    restart: { enum: ['no', 'always', 'on-failure', 'unless-stopped'] },
    init: { type: 'boolean' },
    read_only: { type: 'boolean' },
    cap_drop: { ...WORDS, uniqueItems: true },
    security_opt: { ...WORDS, uniqueItems: true },
    shm_size: SIZE,
    stop_grace_period: DURATION,
    stop_signal: { type: 'string', pattern: '^SIG[A-Z]+$' },
  },
  ['image', 'command', 'deploy', 'restart', 'networks'],
);

const FILE = {
  ...closed(
    {
      name: { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]*$' },
      services: { type: 'object', propertyNames: { pattern: NAMED }, additionalProperties: SERVICE },
      networks: {
        type: 'object',
        propertyNames: NETWORK,
        additionalProperties: { oneOf: [{ type: 'null' }, closed({ internal: { type: 'boolean' } })] },
      },
      volumes: { type: 'object', propertyNames: { pattern: NAMED }, additionalProperties: { type: 'null' } },
    },
    ['name', 'services', 'networks', 'volumes'],
  ),
  patternProperties: { '^x-': {} },
};

/** Returns the places where the parsed and merged file is invalid. */
export const composeProblems = createChecker(FILE);
