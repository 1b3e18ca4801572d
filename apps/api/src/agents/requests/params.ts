import { Param, type PipeTransform } from '@nestjs/common';
import { isAgentId } from '@app/agents';
import { AppError, type ErrorCode } from '@app/common';
import type { ArgumentDescription, DescribedPipe } from '../../http/index.js';
import { EXAMPLE } from '../../openapi/examples.js';
import { agentId } from './field-types.js';

const INTENT_ID = /^agent_intent_[0-9a-f]{32}$/;
const ONBOARDING_ID = /^agent_onboarding_[0-9a-f]{32}$/;

/** The agent in the path; what cannot be one is `agent_id_invalid`. */
export function AgentIdParam(): ParameterDecorator {
  return Param('agent_id', new AgentIdPipe());
}

/** The intent in the path; what cannot be one is not found. */
export function IntentIdParam(): ParameterDecorator {
  return Param('intent_id', intentIdPipe);
}

export function OnboardingIdParam(): ParameterDecorator {
  return Param('onboarding_id', onboardingIdPipe);
}

class AgentIdPipe implements PipeTransform<unknown, string>, DescribedPipe {
  readonly describes: ArgumentDescription = {
    in: 'path',
    schema: agentId().schema,
    doc: 'The agent’s id: `agent_` and 4 to 74 of A-Z, a-z, 0-9, `_` and `-`.',
    example: EXAMPLE.agentId,
    refusals: ['agent_id_invalid'],
  };

  transform(value: unknown): string {
    if (!isAgentId(value)) throw new AppError('agent_id_invalid');
    return value;
  }
}

interface KnownShape {
  shape: RegExp;
  code: ErrorCode;
  doc: string;
  example: string;
}

/** Ids that we never gave out are not looked for; some of them the database could not even compare. */
class KnownShapePipe implements PipeTransform<unknown, string>, DescribedPipe {
  constructor(private readonly known: KnownShape) {}

  get describes(): ArgumentDescription {
    const { shape, code, doc, example } = this.known;
    return { in: 'path', schema: { type: 'string', pattern: shape.source }, doc, example, refusals: [code] };
  }

  transform(value: unknown): string {
    if (typeof value !== 'string' || !this.known.shape.test(value)) throw new AppError(this.known.code);
    return value;
  }
}

const intentIdPipe = new KnownShapePipe({
  shape: INTENT_ID,
  code: 'agent_intent_not_found',
  doc: 'The intent’s id.',
  example: EXAMPLE.intentId,
});

export const onboardingIdPipe = new KnownShapePipe({
  shape: ONBOARDING_ID,
  code: 'agent_onboarding_not_found',
  doc: 'The onboarding’s id.',
  example: EXAMPLE.onboardingId,
});
