import type { HeaderDescription, OperationDescription } from '../../openapi/describe.decorator.js';
import { EXAMPLE } from '../../openapi/examples.js';
import * as wire from '../../openapi/wire/index.js';
import { EXECUTION } from '../presenters/execution.shape.js';
import { INTENT, PLAN } from '../presenters/intent.shape.js';

const ONE_INTENT = wire.object({ intent: INTENT });

const PREFER: HeaderDescription = {
  name: 'Prefer',
  doc: 'How long to wait for the result: `wait=SECONDS`, at most 60, or `respond-async` for not at all.',
  schema: { type: 'string' },
  example: 'wait=10',
};

export const INTENTS_DOCS = {
  create: {
    id: 'createIntent',
    tag: 'Agent intents',
    summary: 'Preview an intent',
    details:
      'Judges and records what the agent asks for; nothing is broadcast. Which fields are needed depends on `action`; those of other actions are ignored.\n\n`client_request_id` makes it safe to repeat: the same key with the same request answers 200 with the intent as it stands, with another request 409.\n\n`validation_result.checks` foresees what executing the intent now would come to: every rule with pass or fail and how far from it, the chain’s own simulation at a named block among them. A buy is quoted as well. What is foreseen refuses nothing, and stays on the intent as it was.',
    answers: {
      200: { what: 'The intent that this key already made, as it stands.', shape: ONE_INTENT },
      201: { what: 'The new intent, a preview.', shape: ONE_INTENT },
    },
    failures: ['agent_intent_conflict', 'agent_intent_invalid', 'agent_action_forbidden', 'agent_policy_violation'],
  },
  read: {
    id: 'getIntent',
    tag: 'Agent intents',
    summary: 'Read an intent',
    answers: { 200: { what: 'The intent as it stands.', shape: ONE_INTENT } },
    failures: ['agent_intent_not_found'],
  },
  confirm: {
    id: 'confirmIntent',
    tag: 'Agent intents',
    summary: 'Confirm an intent',
    details:
      'Answers the plan: what will be executed is exactly this. Repeating it is fine, and on a failed intent it allows a new attempt. A body, if there is one, must be JSON and is ignored.',
    answers: { 200: { what: 'The plan.', shape: wire.object({ execution_plan: PLAN }) } },
    failures: [
      'agent_intent_not_found',
      'agent_intent_status_invalid',
      'agent_action_forbidden',
      'agent_policy_violation',
    ],
  },
  execute: {
    id: 'executeIntent',
    tag: 'Agent intents',
    summary: 'Execute a confirmed intent',
    details:
      'Takes effect at most once, however often it is called. Waits for the result as long as `Prefer` says, thirty seconds by default; what is not finished by then is answered with 202 and goes on.\n\nA client that lost the answer calls again: 409 `agent_intent_not_confirmed` says where the intent stands, and `Location` where the result is read. A body, if there is one, must be JSON and is ignored.',
    requestHeaders: [PREFER],
    answers: {
      200: { what: 'The finished execution.', shape: wire.object({ execution: EXECUTION }) },
      202: {
        what: 'The execution as it stands: it goes on.',
        headers: ['Location', 'Retry-After'],
        shape: wire.object({
          execution: wire.amended(EXECUTION, {
            status: 'queued',
            broadcast_performed: false,
            approve_transaction_hash: null,
            transaction_hash: null,
            readback: null,
            retry_safe: null,
            waiting_for: 'lane',
            updated_at: EXAMPLE.createdAt,
            completed_at: null,
          }),
        }),
      },
    },
    failures: [
      'agent_intent_not_found',
      'agent_intent_not_confirmed',
      'agent_intent_status_invalid',
      'agent_wallet_missing',
      'agent_wallet_status_invalid',
      'agent_wallet_chain_invalid',
      'agent_action_forbidden',
      'agent_policy_violation',
      'provider_agent_wallet_execution_not_enabled',
      'agent_execution_config_invalid',
      'agent_execution_failed',
    ],
  },
  cancel: {
    id: 'cancelIntent',
    tag: 'Agent intents',
    summary: 'Cancel an intent',
    details:
      'Cancels a preview, a confirmed intent, or a queued execution of which nothing can have been sent. Repeating it is fine. A body, if there is one, must be JSON and is ignored.',
    answers: {
      200: {
        what: 'The cancelled intent.',
        shape: wire.object({ intent: wire.amended(INTENT, { status: 'cancelled', requires_confirmation: false }) }),
      },
    },
    failures: ['agent_intent_not_found', 'agent_intent_status_invalid'],
  },
  listExecutions: {
    id: 'listExecutions',
    tag: 'Agent intents',
    summary: 'List the executions of an intent',
    details: 'All attempts, newest first.',
    answers: {
      200: {
        what: 'A page of executions.',
        shape: wire.object({
          executions: wire.list(EXECUTION, 'The executions.'),
          next_cursor: wire.nextCursor(),
        }),
      },
    },
    failures: ['agent_intent_not_found'],
  },
} as const satisfies Record<string, OperationDescription>;
