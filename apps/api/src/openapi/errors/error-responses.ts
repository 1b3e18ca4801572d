import { ERROR_CATALOGUE, type ErrorCode, type Json } from '@app/common';
import { EXECUTION_STATUSES, INTENT_STATUSES } from '@app/agents';
import type { JsonSchema } from '../../http/index.js';
import { referenceTo } from '../wire/shape.js';
import { ERROR_NOTES } from './error-notes.js';

export const ERROR_CODES = Object.keys(ERROR_CATALOGUE).filter(isErrorCode);

/** Those that say where the intent stands, so that a client which lost an answer reads instead of paying again. */
const TELLS_WHERE_INTENT_STANDS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'agent_intent_not_confirmed',
  'agent_execution_failed',
]);
const TELLS_WHEN_TO_RETRY: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['rate_limited', 'overloaded']);

/** Every validation code, with a failure as it would name it. */
const DETAILS: Partial<Record<ErrorCode, string>> = {
  invalid_query: 'limit must be a whole number from 1 to 50',
  invalid_market_request: 'title is required',
  invalid_trade_intent: 'price must be at most 1',
  agent_id_invalid: 'agent_id is required',
  agent_intent_invalid: 'amount must be greater than 0',
  agent_onboarding_invalid: 'user_email must be an e-mail address',
  agent_wallet_invalid: 'allowed_actions must have at least 1 item',
};

/** The schemas that all error responses share. */
export const ERROR_COMPONENTS: Readonly<Record<string, JsonSchema>> = {
  ErrorCode: {
    type: 'string',
    enum: ERROR_CODES,
    description: 'Every code that an error can have. New ones may be added.',
  },
  Error: {
    type: 'object',
    description: 'The body of every error response.',
    properties: { error: errorSchema(referenceTo('ErrorCode')) },
    required: ['error'],
  },
};

/** What an operation answers in one status with some codes. */
export function errorContent(codes: readonly ErrorCode[]): { schema: JsonSchema; examples: Record<string, Json> } {
  return {
    schema: {
      type: 'object',
      properties: { error: errorSchema({ type: 'string', enum: codes }, codes) },
      required: ['error'],
    },
    examples: Object.fromEntries(codes.map((code) => [code, { summary: sentence(code), value: exampleOf(code) }])),
  };
}

/** A description of the status: when each of its codes is answered. */
export function describeErrors(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `\`${code}\`: ${ERROR_NOTES[code].when}.`).join('\n\n');
}

/** The headers that an answer with one of these codes can have. */
export function errorHeaders(codes: readonly ErrorCode[]): ('Location' | 'Retry-After' | 'WWW-Authenticate')[] {
  return [
    ...(codes.some((code) => TELLS_WHERE_INTENT_STANDS.has(code)) ? (['Location'] as const) : []),
    ...(codes.some((code) => TELLS_WHEN_TO_RETRY.has(code)) ? (['Retry-After'] as const) : []),
    ...(codes.includes('api_key_invalid') ? (['WWW-Authenticate'] as const) : []),
  ];
}

export function statusOf(code: ErrorCode): number {
  return ERROR_CATALOGUE[code].status;
}

function errorSchema(code: JsonSchema, codes?: readonly ErrorCode[]): JsonSchema {
  const has = (known: (code: ErrorCode) => boolean): boolean => codes?.some(known) ?? true;
  return {
    type: 'object',
    properties: {
      code,
      message: { type: 'string', description: 'For people. Programs go by the code.' },
      ...(has((one) => one in DETAILS) && {
        details: { type: 'array', items: { type: 'string' }, description: 'Every validation failure.' },
      }),
      ...(has((one) => TELLS_WHERE_INTENT_STANDS.has(one) || one === 'agent_intent_status_invalid') && {
        intent_status: { type: 'string', enum: INTENT_STATUSES, description: 'Where the intent stands.' },
        execution_status: {
          type: ['string', 'null'],
          enum: [...EXECUTION_STATUSES, null],
          description: 'Where its latest execution stands; null before the first.',
        },
      }),
    },
    required: ['code', 'message'],
  };
}

function exampleOf(code: ErrorCode): Json {
  const detail = DETAILS[code];
  return {
    error: {
      code,
      message: ERROR_CATALOGUE[code].message,
      ...(detail !== undefined && { details: [detail] }),
      ...(code === 'agent_intent_not_confirmed' && { intent_status: 'executed', execution_status: 'executed' }),
      ...(code === 'agent_execution_failed' && { intent_status: 'failed', execution_status: 'failed' }),
    },
  };
}

function sentence(code: ErrorCode): string {
  const { when } = ERROR_NOTES[code];
  return `${when.slice(0, 1).toUpperCase()}${when.slice(1)}`.replaceAll('`', '');
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CATALOGUE, code);
}
