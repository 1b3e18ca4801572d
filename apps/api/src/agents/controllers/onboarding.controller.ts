import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { OnboardingService, OnboardingVerificationService, SessionsService } from '@app/agents';
import { NeedsKey } from '../../auth/needs-key.decorator.js';
import { RequestId, timestampOf, ValidBody } from '../../http/index.js';
import { Describe } from '../../openapi/describe.decorator.js';
import { presentOnboarding, presentSession } from '../presenters/onboarding.presenter.js';
import { presentWallet } from '../../wallets/wallet.presenter.js';
import { StartOnboardingBody, toOnboardingStart, VerifyOnboardingBody } from '../requests/onboarding.body.js';
import { AgentIdParam, OnboardingIdParam, onboardingIdPipe } from '../requests/params.js';
import { ONBOARDING_DOCS } from '../docs/onboarding.docs.js';

@Controller('agent')
export class OnboardingController {
  constructor(
    private readonly onboardings: OnboardingService,
    private readonly verification: OnboardingVerificationService,
    private readonly sessions: SessionsService,
  ) {}

  @Post('onboarding/start')
  @HttpCode(201)
  @Describe(ONBOARDING_DOCS.start)
  @NeedsKey('wallets', 'agent in body')
  async start(
    @ValidBody(StartOnboardingBody, 'agent_onboarding_invalid') body: StartOnboardingBody,
    @RequestId() requestId: string,
  ): Promise<object> {
    const onboarding = await this.onboardings.start(toOnboardingStart(body), requestId);
    return {
      onboarding: presentOnboarding(onboarding),
      next_step: 'otp_required',
      expires_at: timestampOf(onboarding.expiresAt),
    };
  }

  @Post('onboarding/verify')
  @HttpCode(200)
  @Describe(ONBOARDING_DOCS.verify)
  @NeedsKey('wallets', 'onboarding in body')
  async verify(
    @ValidBody(VerifyOnboardingBody, 'agent_onboarding_invalid') body: VerifyOnboardingBody,
    @RequestId() requestId: string,
  ): Promise<object> {
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
  @Describe(ONBOARDING_DOCS.read)
  async read(@OnboardingIdParam() id: string): Promise<object> {
    return { onboarding: presentOnboarding(await this.onboardings.get(id)) };
  }

  @Get('sessions/:agent_id')
  @Describe(ONBOARDING_DOCS.readSession)
  async readSession(@AgentIdParam() agentId: string): Promise<object> {
    return { agent_session: presentSession(await this.sessions.getActive(agentId)) };
  }
}
