import { isAgentId } from '@app/agents';
import { EXAMPLE } from '../docs/examples.js';
import { PathParam } from '../http/path-param.decorator.js';
import { requestField } from '../http/validation/field.js';
import { Satisfies } from '../http/validation/rules.js';

const PATTERN = { pattern: '^agent_[A-Za-z0-9_-]{4,74}$', minLength: 10, maxLength: 80 };

/** The agent of a request body. Its failures are `agent_id_invalid` and precede those of all other fields. */
export function AgentId(): PropertyDecorator {
  const reason = 'must be "agent_" followed by 4 to 74 of A-Z a-z 0-9 _ -, and not a placeholder';
  return requestField(
    { description: 'Id of the agent. Placeholders such as `agent_test` are rejected.', example: EXAMPLE.agentId },
    {
      schema: { type: 'string', ...PATTERN },
      rules: [Satisfies('isAgentId', isAgentId, reason)],
      code: 'agent_id_invalid',
    },
  );
}

/** The agent of a path. */
export function AgentIdParam(): ParameterDecorator {
  return PathParam({
    name: 'agent_id',
    code: 'agent_id_invalid',
    description: 'Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`.',
    example: EXAMPLE.agentId,
    schema: PATTERN,
    parse: (value) => (isAgentId(value) ? value : null),
  });
}
