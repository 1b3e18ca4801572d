import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { OnboardingService, OnboardingVerificationService, SessionsService } from '@app/agents';
import { NeedsKey } from '../auth/needs-key.decorator.js';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { EXAMPLE } from '../docs/examples.js';
import { AgentIdParam } from '../http/agent-id.decorator.js';
import { PrefixedIdParam, PrefixedIdPipe } from '../http/prefixed-id-param.decorator.js';
import { timestampOf } from '../http/present.js';
import { RequestId } from '../http/request-id.decorator.js';
import { ValidBody } from '../http/validation/valid-body.decorator.js';
import { presentWallet } from '../wallets/wallet.presenter.js';
import {
  OnboardingResponse,
  OnboardingStartedResponse,
  OnboardingVerifiedResponse,
  SessionResponse,
  StartOnboardingDto,
  VerifyOnboardingDto,
} from './onboarding.dto.js';
import { onboardingStartOf, presentOnboarding, presentSession } from './onboarding.presenter.js';

const ONBOARDING_ID = { prefix: 'agent_onboarding', code: 'agent_onboarding_not_found' } as const;
const onboardingIdPipe = new PrefixedIdPipe(ONBOARDING_ID.prefix, ONBOARDING_ID.code);

@Controller('agent')
@ApiTags('Onboarding')
export class OnboardingController {
  constructor(
    private readonly onboardings: OnboardingService,
    private readonly verification: OnboardingVerificationService,
    private readonly sessions: SessionsService,
  ) {}

  @Post('onboarding/start')
  @HttpCode(201)
  @ApiOperation({
    operationId: 'startOnboarding',
    summary: 'Send a passcode to the owner',
    description:
      'Sends a six-digit passcode to the mailbox. A new start voids the previous passcode. Five starts an hour are allowed per agent and per mailbox.\n\nOnce an agent has verified a mailbox, `wallet_update` is the way to loosen its wallet: the e-mail states the change, and verifying applies exactly it.',
  })
  @ApiCreatedResponse({ type: OnboardingStartedResponse, description: 'The onboarding. The passcode is being sent.' })
  @ApiErrors('agent_id_invalid', 'rate_limited')
  @NeedsKey('wallets', 'agent in body')
  async startOnboarding(
    @ValidBody('agent_onboarding_invalid') body: StartOnboardingDto,
    @RequestId() requestId: string,
  ): Promise<OnboardingStartedResponse> {
    const onboarding = await this.onboardings.start(onboardingStartOf(body), requestId);
    return {
      onboarding: presentOnboarding(onboarding),
      next_step: 'otp_required',
      expires_at: timestampOf(onboarding.expiresAt),
    };
  }

  @Post('onboarding/verify')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'verifyOnboarding',
    summary: 'Verify the passcode',
    description:
      'Gives the agent a session and a wallet that can execute. An existing wallet keeps its address, actions, maximum and status, except for the changes of `wallet_update`. Only a completed verification consumes the passcode.',
  })
  @ApiOkResponse({
    type: OnboardingVerifiedResponse,
    description: 'The verified onboarding, the wallet and the session.',
    example: { onboarding: { status: 'verified' } },
  })
  @ApiErrors('agent_onboarding_not_found', 'agent_wallet_provisioning_failed', 'agent_execution_config_invalid')
  @NeedsKey('wallets', 'onboarding in body')
  async verifyOnboarding(
    @ValidBody('agent_onboarding_invalid') body: VerifyOnboardingDto,
    @RequestId() requestId: string,
  ): Promise<OnboardingVerifiedResponse> {
    const id = onboardingIdPipe.transform(body.onboarding_id);
    const { onboarding, wallet, session } = await this.verification.verify(id, body.otp, requestId);
    return {
      onboarding: presentOnboarding(onboarding),
      agent_wallet: presentWallet(wallet),
      agent_session: presentSession(session),
      next_step: 'ready',
    };
  }

  @Get('onboarding/:onboarding_id')
  @ApiOperation({
    operationId: 'getOnboarding',
    summary: 'Read an onboarding',
    description: 'Returns the onboarding with its status.',
  })
  @ApiOkResponse({ type: OnboardingResponse, description: 'The onboarding.' })
  async getOnboarding(
    @PrefixedIdParam({
      name: 'onboarding_id',
      ...ONBOARDING_ID,
      description: 'Id of the onboarding.',
      example: EXAMPLE.onboardingId,
    })
    id: string,
  ): Promise<OnboardingResponse> {
    return { onboarding: presentOnboarding(await this.onboardings.get(id)) };
  }

  @Get('sessions/:agent_id')
  @ApiOperation({
    operationId: 'getSession',
    summary: 'Read the session of an agent',
    description: 'Returns the active session of the agent.',
  })
  @ApiOkResponse({ type: SessionResponse, description: 'The session.' })
  @ApiErrors('agent_session_not_found')
  async getSession(@AgentIdParam() agentId: string): Promise<SessionResponse> {
    return { agent_session: presentSession(await this.sessions.getActive(agentId)) };
  }
}
