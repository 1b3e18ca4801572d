import { EXAMPLE } from '../docs/examples.js';
import { PathParam } from '../http/path-param.decorator.js';
import { prefixedId } from '../http/prefixed-id.js';

export function IntentIdParam(): ParameterDecorator {
  return PathParam({
    ...prefixedId('agent_intent'),
    name: 'intent_id',
    code: 'agent_intent_not_found',
    description: 'Id of the intent.',
    example: EXAMPLE.intentId,
  });
}
