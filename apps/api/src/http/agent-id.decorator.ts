import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { isAgentId } from '@app/agents';
import { AppError } from '@app/common';
import { ApiErrors, onMethod } from '../docs/api-errors.decorator.js';
import { EXAMPLE } from '../docs/examples.js';
import { type FieldOptions, requestField } from './validation/field.js';
import { satisfies } from './validation/rules.js';

const SCHEMA = { type: 'string', pattern: '^agent_[A-Za-z0-9_-]{4,74}$', minLength: 10, maxLength: 80 } as const;

/** An agent's id in a body. A failure is `agent_id_invalid` and precedes all others. */
export function AgentIdField(options: Pick<FieldOptions, 'description'>): PropertyDecorator {
  const message = 'must be "agent_" and 4 to 74 of A-Z a-z 0-9 _ -, and no placeholder';
  return requestField(
    { ...options, example: EXAMPLE.agentId },
    { schema: SCHEMA, rules: [[message, satisfies('isAgentId', isAgentId)]], code: 'agent_id_invalid' },
  );
}

/** The agent's id in the path. */
export function AgentIdParam(): ParameterDecorator {
  return (target, key, index) => {
    Param('agent_id', new AgentIdPipe())(target, key, index);
    const description = 'Id of the agent: `agent_` and 4 to 74 of A-Z, a-z, 0-9, `_` and `-`.';
    const schema = { ...SCHEMA, example: EXAMPLE.agentId };
    onMethod(ApiParam({ name: 'agent_id', description, schema }), ApiErrors('agent_id_invalid'))(target, key, index);
  };
}

class AgentIdPipe implements PipeTransform<unknown, string> {
  transform(value: unknown): string {
    if (!isAgentId(value)) throw new AppError('agent_id_invalid');
    return value;
  }
}
