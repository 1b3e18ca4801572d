import { ValidateBy } from 'class-validator';
import { agentIdProblem, isAgentId } from '@app/agents';
import { EXAMPLE } from '../docs/examples.js';
import { PathParam } from '../http/path-param.decorator.js';
import { requestField } from '../http/validation/field.js';

const PATTERN = { pattern: '^agent_[A-Za-z0-9_-]{4,74}$', minLength: 10, maxLength: 80 };

const DESCRIPTION =
  'Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected.';

/** The agent of a request body. Its failures are `agent_id_invalid` and precede those of all other fields. */
export function AgentId(): PropertyDecorator {
  return requestField(
    { description: DESCRIPTION, example: EXAMPLE.agentId },
    {
      schema: { type: 'string', ...PATTERN },
      rules: [
        ValidateBy(
          { name: 'isAgentId', validator: { validate: isAgentId } },
          { message: ({ value }) => `agent_id ${agentIdProblem(value)}` },
        ),
      ],
      code: 'agent_id_invalid',
    },
  );
}

export function AgentIdParam(): ParameterDecorator {
  return PathParam({
    name: 'agent_id',
    code: 'agent_id_invalid',
    description: DESCRIPTION,
    example: EXAMPLE.agentId,
    schema: PATTERN,
    parse: (value) => (isAgentId(value) ? value : null),
    rejection: (value) => ({ details: [`agent_id ${agentIdProblem(value)}`] }),
  });
}
