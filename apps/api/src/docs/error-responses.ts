import type { HeadersObject, ReferenceObject, ResponseObject, SchemaObject } from '@nestjs/swagger';
import { BUDGET_RULES, BUDGET_SCOPES } from '@app/agents';
import { ERROR_CATALOGUE, type ErrorCode, type Json } from '@app/common';
import { EXECUTION_STATUSES, INTENT_STATUSES, REPORTED_FAILURES, WAITING_REASONS } from '@app/engine';
import { prefixedId } from '../http/prefixed-id.js';
import { EXECUTE_ERRORS } from '../intents/execution-progress.js';
import { ERROR_CODES, ERROR_NOTES } from './error-notes.js';
import { EXAMPLE } from './examples.js';

/** Codes whose errors contain the status of the intent. A client that lost the response reads it instead of retrying. */
const WITH_INTENT_STATUS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'agent_intent_not_confirmed',
  'agent_execution_failed',
]);
const WITH_LOCATION: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...WITH_INTENT_STATUS,
  'agent_intent_conflict',
  'agent_action_refused',
]);
const WITH_INTENT_ID: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...EXECUTE_ERRORS,
  'agent_intent_conflict',
  'agent_action_refused',
  'rate_limited',
]);
/** Codes that an execution can end with. */
const WITH_FAILURE_REASON: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'agent_execution_failed',
  'agent_policy_violation',
  'agent_wallet_frozen',
]);
const WITH_RETRY_AFTER: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'agent_policy_violation',
  'rate_limited',
  'database_unavailable',
  'overloaded',
]);

/** Codes with details, each with an example of one. */
const DETAILS: Partial<Record<ErrorCode, string>> = {
  invalid_query: 'limit must be a whole number from 1 to 50',
  invalid_market_request: 'title is required',
  invalid_trade_intent: 'price must be at most 1',
  agent_id_invalid: 'agent_id is required',
  agent_intent_invalid: 'amount must be greater than 0',
  agent_onboarding_invalid: 'user_email must be an e-mail address',
  agent_approval_invalid: 'otp must be a string of six digits',
  webhook_invalid: 'url must begin with https://',
  agent_wallet_invalid: 'allowed_actions must have at least 1 item',
  agent_action_refused: 'balance fails: The wallet holds too little of the collateral token.',
};

const BUDGET_SCHEMA: SchemaObject = {
  type: 'object',
  description:
    'Set if the stake exceeds a budget, or the mandate of the wallet has ended. Amounts in display units, as in `GET /agent/wallets/{agent_id}/budget`, null for `valid_until`.',
  properties: {
    scope: { type: 'string', enum: [...BUDGET_SCOPES], description: 'Subject of the limit.' },
    rule: { type: 'string', enum: [...BUDGET_RULES, 'valid_until'], description: 'Name of the limit.' },
    limit: { type: 'string', description: 'Maximum stake; the time of `valid_until`, RFC 3339.' },
    spent: { type: ['string', 'null'], description: 'Stake of executed buys.' },
    reserved: { type: ['string', 'null'], description: 'Stake of unfinished executions.' },
    headroom: { type: ['string', 'null'], description: 'Stake that is left, negative after a limit was lowered.' },
    resets_at: {
      type: ['string', 'null'],
      description: 'Time at which the oldest spent stake leaves the window of `daily_limit`. Null for other limits.',
    },
  },
  required: ['scope', 'rule', 'limit', 'spent', 'reserved', 'headroom', 'resets_at'],
};

export const ERROR_SCHEMAS: Readonly<Record<string, SchemaObject>> = {
  ErrorCode: {
    type: 'string',
    enum: ERROR_CODES,
    description: 'Error code. New codes may be added.',
  },
  Error: {
    type: 'object',
    description: 'Body of every error response.',
    properties: { error: errorSchema({ $ref: '#/components/schemas/ErrorCode' }) },
    required: ['error'],
  },
};

/** The response of one status with some of its codes. */
export function errorResponse(codes: readonly ErrorCode[]): ResponseObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_NOTES[code].when}.`).join('\n\n'),
    headers: refHeaders(['X-Request-ID', ...errorHeaders(codes)]),
    content: {
      'application/json': {
        schema: buildErrorSchema(codes),
        examples: buildExamples(codes),
      },
    },
  };
}

/** An internal error has the envelope with any code, since later versions may add codes for failures. */
function buildErrorSchema(codes: readonly ErrorCode[]): SchemaObject | ReferenceObject {
  if (codes.length === 1 && codes[0] === 'internal_error') return { $ref: '#/components/schemas/Error' };
  return {
    type: 'object',
    properties: { error: errorSchema({ type: 'string', enum: [...codes] }, codes) },
    required: ['error'],
  };
}

export function refHeaders(names: readonly string[]): HeadersObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function errorHeaders(codes: readonly ErrorCode[]): string[] {
  return [
    ...(codes.some((code) => WITH_LOCATION.has(code)) ? ['Location'] : []),
    ...(codes.some((code) => WITH_RETRY_AFTER.has(code)) ? ['Retry-After'] : []),
    ...(codes.includes('rate_limited') ? ['RateLimit-Policy', 'RateLimit'] : []),
    ...(codes.includes('api_key_invalid') ? ['WWW-Authenticate'] : []),
  ];
}

/** The `error` object with the keys that some codes have; with all keys when no codes are given. */
function errorSchema(code: SchemaObject | ReferenceObject, codes?: readonly ErrorCode[]): SchemaObject {
  const has = (known: (code: ErrorCode) => boolean): boolean => codes?.some(known) ?? true;
  return {
    type: 'object',
    properties: {
      code,
      message: { type: 'string', description: 'Message for people. Programs use `code`.' },
      ...(has((one) => one in DETAILS) && {
        details: {
          type: 'array',
          items: { type: 'string' },
          description: 'All validation failures, or reasons of a refusal.',
        },
      }),
      ...(has((one) => WITH_INTENT_ID.has(one)) && {
        intent_id: {
          type: 'string',
          pattern: prefixedId('agent_intent').schema.pattern,
          description: 'Id of the intent that has the key, if it is stored. Set by routes that take a key.',
        },
      }),
      ...(has((one) => one === 'agent_action_refused') && {
        intent: {
          allOf: [{ $ref: '#/components/schemas/Intent' }],
          description: 'The refused intent, a preview.',
        },
      }),
      ...(has((one) => one === 'agent_intent_not_confirmed') && {
        waiting_for: {
          type: ['string', 'null'],
          enum: [...WAITING_REASONS, null],
          description: 'Resource that an executing intent waits for. Null if it does not wait.',
        },
      }),
      ...(has((one) => WITH_FAILURE_REASON.has(one)) && {
        failure_reason: {
          type: ['string', 'null'],
          enum: [...REPORTED_FAILURES, null],
          description: 'Reason of the failed execution.',
        },
        retry_safe: {
          type: ['boolean', 'null'],
          description: 'Whether another attempt of the failed execution is safe, because its outcome is proven.',
        },
      }),
      ...(has((one) => one === 'agent_policy_violation') && {
        paused: {
          type: 'boolean',
          enum: [true],
          description: 'Set if an operator has paused the action or the agent.',
        },
        budget: BUDGET_SCHEMA,
      }),
      ...(has((one) => isEndOfExecution(one)) && {
        intent_status: { type: 'string', enum: [...INTENT_STATUSES], description: 'Status of the intent.' },
        execution_status: {
          type: ['string', 'null'],
          enum: [...EXECUTION_STATUSES, null],
          description: 'Status of the latest execution. Null before the first.',
        },
      }),
      ...(has((one) => one === 'resolution_not_found') && {
        due_at: {
          type: ['string', 'null'],
          description: 'Time at which the outcome of a known market is expected. Null without a contract.',
        },
        overdue: { type: ['boolean', 'null'], description: 'Whether that time has passed.' },
      }),
      ...(has((one) => one === 'events_expired') && {
        oldest_seq: { type: 'integer', minimum: 1, description: 'Seq of the oldest event of the log.' },
      }),
    },
    required: ['code', 'message'],
  };
}

function isEndOfExecution(code: ErrorCode): boolean {
  return WITH_INTENT_STATUS.has(code) || WITH_FAILURE_REASON.has(code) || code === 'agent_intent_status_invalid';
}

function buildExamples(codes: readonly ErrorCode[]): Record<string, { summary: string; value: Json }> {
  return Object.fromEntries(
    codes.map((code) => [code, { summary: describeCode(code), value: buildErrorExample(code) }]),
  );
}

function buildErrorExample(code: ErrorCode): Json {
  const detail = DETAILS[code];
  return {
    error: {
      code,
      message: ERROR_CATALOGUE[code].message,
      ...(detail !== undefined && { details: [detail] }),
      ...(code === 'agent_intent_not_confirmed' && { intent_status: 'executed', execution_status: 'executed' }),
      ...(code === 'events_expired' && { oldest_seq: 1042 }),
      ...(code === 'agent_execution_failed' && {
        intent_status: 'failed',
        execution_status: 'failed',
        failure_reason: 'insufficient_gas',
        retry_safe: true,
      }),
      ...(code === 'agent_intent_conflict' && { intent_id: EXAMPLE.intentId }),
    },
  };
}

function describeCode(code: ErrorCode): string {
  const { when } = ERROR_NOTES[code];
  return `${when.slice(0, 1).toUpperCase()}${when.slice(1)}`.replaceAll('`', '');
}
