import { Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { OnboardingService, OnboardingVerificationService, SessionsService } from '@app/agents';
import { AppError } from '@app/common';
import type { ApiSettings } from '@app/config';
import { ClaimedBy } from '../auth/claimed-by.decorator.js';
import { NeedsKey } from '../auth/needs-key.decorator.js';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { EXAMPLE } from '../docs/examples.js';
import { ClientAddress } from '../rate-limit/client-address.decorator.js';
import { PathParam } from '../http/path-param.decorator.js';
import { prefixedId } from '../http/prefixed-id.js';
import { RequestId } from '../http/request-id.decorator.js';
import { ignoredFieldsOf } from '../http/validation/parse-dto.js';
import { ValidBody } from '../http/validation/valid-body.decorator.js';
import { API_SETTINGS } from '../settings.module.js';
import { AgentIdParam } from '../wallets/agent-id.decorator.js';
import { presentWallet } from '../wallets/wallet.presenter.js';
import {
  OnboardingResponse,
  OnboardingStartedResponse,
  OnboardingVerifiedResponse,
  SessionResponse,
  StartOnboardingDto,
  VerifyOnboardingDto,
} from './onboarding.dto.js';
import { presentOnboarding, presentSession, toOnboardingStart } from './onboarding.presenter.js';

const ONBOARDING_ID = prefixedId('agent_onboarding');

@Controller('agent')
@ApiTags('Onboarding')
export class OnboardingController {
  constructor(
    private readonly onboardings: OnboardingService,
    private readonly verification: OnboardingVerificationService,
    private readonly sessions: SessionsService,
    @Inject(API_SETTINGS) private readonly settings: ApiSettings,
  ) {}

  @Post('onboarding/start')
  @HttpCode(201)
  @ApiOperation({
    summary: 'Send a passcode to the owner',
    description:
      'Sends a six-digit passcode to the mailbox. A new passcode for the same agent and mailbox invalidates the previous one. One agent and mailbox are limited to five passcodes an hour, one mailbox to ten. One client address and the whole service have limits too.\n\nThe first mailbox that is verified owns the agent. A request with another mailbox gets the same response, and no e-mail is sent. Once a mailbox is verified, only `wallet_update` can loosen the limits of the wallet or unfreeze it. The e-mail states the change, and verification applies exactly that change.',
  })
  @ApiCreatedResponse({ type: OnboardingStartedResponse, description: 'The onboarding. The passcode is being sent.' })
  @ApiErrors('agent_id_invalid', 'rate_limited')
  @NeedsKey('wallets', 'agent in body')
  async startOnboarding(
    @ValidBody('agent_onboarding_invalid') body: StartOnboardingDto,
    @ClientAddress() clientAddress: string | null,
    @RequestId() requestId: string,
    @ClaimedBy() claimedBy: string | undefined,
  ): Promise<OnboardingStartedResponse> {
    const onboarding = await this.onboardings.start(toOnboardingStart(body, clientAddress), requestId, claimedBy);
    return {
      onboarding: presentOnboarding(onboarding),
      next_step: 'otp_required',
      warnings: ignoredFieldsOf(body),
      expires_at: onboarding.expiresAt.toISOString(),
    };
  }

  @Post('onboarding/verify')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Verify the passcode',
    description:
      'Creates a session for the agent and provides a wallet that can execute. An existing wallet keeps its address, actions, limits and status, except for the changes in `wallet_update`. The first verification replaces an address that the provider does not hold. The verification is refused when the wallet was loosened after the start: the owner agrees to the terms in the e-mail. Only a completed verification consumes the passcode.',
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
    const id = ONBOARDING_ID.parse(body.onboarding_id);
    if (id === null) throw new AppError('agent_onboarding_not_found');
    const { onboarding, wallet, session } = await this.verification.verify(id, body.otp, requestId);
    return {
      onboarding: presentOnboarding(onboarding),
      agent_wallet: presentWallet(wallet),
      agent_session: presentSession({ session, onboarding, wallet }, this.settings),
      next_step: 'ready',
      warnings: ignoredFieldsOf(body),
    };
  }

  @Get('onboarding/:onboarding_id')
  @ApiOperation({
    summary: 'Read an onboarding',
    description: 'Returns the onboarding with its status.',
  })
  @ApiOkResponse({ type: OnboardingResponse, description: 'The onboarding.' })
  @NeedsKey('read', 'onboarding in path')
  async getOnboarding(
    @PathParam({
      ...ONBOARDING_ID,
      name: 'onboarding_id',
      code: 'agent_onboarding_not_found',
      description: 'Id of the onboarding.',
      example: EXAMPLE.onboardingId,
    })
    id: string,
  ): Promise<OnboardingResponse> {
    return { onboarding: presentOnboarding(await this.onboardings.get(id)) };
  }

  @Get('sessions/:agent_id')
  @ApiOperation({
    summary: 'Read the session of an agent',
    description: 'Returns the active session of the agent.',
  })
  @ApiOkResponse({ type: SessionResponse, description: 'The session.' })
  @ApiErrors('agent_session_not_found')
  @NeedsKey('read', 'agent in path', 'agent_session_not_found')
  async getSession(@AgentIdParam() agentId: string): Promise<SessionResponse> {
    return { agent_session: presentSession(await this.sessions.getActive(agentId), this.settings) };
  }
}
