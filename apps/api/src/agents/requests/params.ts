import { Param, type PipeTransform } from '@nestjs/common';
import { isAgentId } from '@app/agents';
import { AppError, type ErrorCode } from '@app/common';

const INTENT_ID = /^agent_intent_[0-9a-f]{32}$/;
const ONBOARDING_ID = /^agent_onboarding_[0-9a-f]{32}$/;

/** The agent in the path; what cannot be one is `agent_id_invalid`. */
export function AgentIdParam(): ParameterDecorator {
  return Param('agent_id', {
    transform: (value: unknown) => {
      if (!isAgentId(value)) throw new AppError('agent_id_invalid');
      return value;
    },
  });
}

/** The intent in the path; what cannot be one is not found. */
export function IntentIdParam(): ParameterDecorator {
  return Param('intent_id', new KnownShapePipe(INTENT_ID, 'agent_intent_not_found'));
}

export function OnboardingIdParam(): ParameterDecorator {
  return Param('onboarding_id', onboardingIdPipe);
}

/** Ids that we never gave out are not looked for; some of them the database could not even compare. */
class KnownShapePipe implements PipeTransform<unknown, string> {
  constructor(
    private readonly shape: RegExp,
    private readonly code: ErrorCode,
  ) {}

  transform(value: unknown): string {
    if (typeof value !== 'string' || !this.shape.test(value)) throw new AppError(this.code);
    return value;
  }
}

export const onboardingIdPipe = new KnownShapePipe(ONBOARDING_ID, 'agent_onboarding_not_found');
