import { EXAMPLE } from '../docs/examples.js';
import { PathParam } from '../http/path-param.decorator.js';
import { prefixedId } from '../http/prefixed-id.js';

const EXECUTION_ID = prefixedId('agent_execution');
const IS_EXECUTION =
  'This is the id of an execution. Its intent_id names the intent, and GET /agent/intents/{intent_id}/executions lists the executions.';

export function IntentIdParam(): ParameterDecorator {
  return PathParam({
    ...prefixedId('agent_intent'),
    name: 'intent_id',
    code: 'agent_intent_not_found',
    description: 'Id of the intent.',
    rejection: (value) => (EXECUTION_ID.parse(value) === null ? {} : { message: IS_EXECUTION }),
    example: EXAMPLE.intentId,
  });
}
