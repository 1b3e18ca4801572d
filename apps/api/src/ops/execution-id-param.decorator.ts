import { EXAMPLE } from '../docs/examples.js';
import { PathParam } from '../http/path-param.decorator.js';
import { prefixedId } from '../http/prefixed-id.js';

const INTENT_ID = prefixedId('agent_intent');
const IS_INTENT =
  'This is the id of an intent. GET /agent/intents/{intent_id}/executions lists the ids of its executions.';

export function ExecutionIdParam(): ParameterDecorator {
  return PathParam({
    ...prefixedId('agent_execution'),
    name: 'execution_id',
    code: 'agent_execution_not_found',
    description: 'Id of the execution.',
    rejection: (value) => (INTENT_ID.parse(value) === null ? {} : { message: IS_INTENT }),
    example: EXAMPLE.executionId,
  });
}
