import { Controller, Get, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { FAUCET_LIMIT, WalletRegistrationService, WalletsService } from '@app/agents';
import type { ApiSettings } from '@app/config';
import { WalletFreezeService } from '@app/intents';
import { ClaimedBy } from '../auth/claimed-by.decorator.js';
import { NeedsKey } from '../auth/needs-key.decorator.js';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { EXAMPLE } from '../docs/examples.js';
import { RequestId } from '../http/request-id.decorator.js';
import { ignoredFieldsOf } from '../http/validation/parse-dto.js';
import { ValidBody } from '../http/validation/valid-body.decorator.js';
import { addAllowance, addLimitPolicy } from '../rate-limit/rate-limit-headers.js';
import { API_SETTINGS } from '../settings.module.js';
import { AgentIdParam } from './agent-id.decorator.js';
import { RegisterWalletDto, toWalletRegistration } from './register-wallet.dto.js';
import { FaucetGrantResponse, RegisteredWalletResponse, WalletBalanceResponse, WalletResponse } from './wallet.dto.js';
import { presentBalance, presentFaucetGrant, presentWallet } from './wallet.presenter.js';

@Controller('agent/wallets')
@ApiTags('Agent wallets')
export class WalletsController {
  constructor(
    private readonly wallets: WalletsService,
    private readonly registration: WalletRegistrationService,
    private readonly freezing: WalletFreezeService,
    @Inject(API_SETTINGS) private readonly settings: ApiSettings,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Register a wallet, or change its limits',
    description:
      'Creates the wallet of an agent, at the provider unless `agent_wallet_address` is given. A repeated request updates the wallet. Omitted optional fields keep their value.\n\nOnce the owner has verified a mailbox, the request can only tighten the limits: fewer actions, a lower maximum stake, or `disabled`.',
  })
  @ApiOkResponse({ type: RegisteredWalletResponse, description: 'The updated wallet.' })
  @ApiCreatedResponse({
    type: RegisteredWalletResponse,
    description: 'The new wallet. Its address is null until the provider has created it.',
  })
  @ApiErrors(
    'agent_id_invalid',
    'agent_policy_violation',
    'agent_wallet_provisioning_failed',
    'agent_execution_config_invalid',
  )
  @NeedsKey('wallets', 'agent in body')
  async registerWallet(
    @ValidBody('agent_wallet_invalid') body: RegisterWalletDto,
    @RequestId() requestId: string,
    @ClaimedBy() claimedBy: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RegisteredWalletResponse> {
    const registration = { ...toWalletRegistration(body), claimedBy };
    const { wallet, created } = await this.registration.register(registration, requestId);
    reply.status(created ? 201 : 200);
    return { agent_wallet: presentWallet(wallet), warnings: ignoredFieldsOf(body) };
  }

  @Get(':agent_id')
  @ApiOperation({
    summary: 'Read the wallet of an agent',
    description: 'Returns the wallet with its limits. A separate operation returns its balances.',
  })
  @ApiOkResponse({ type: WalletResponse, description: 'The wallet.' })
  @ApiErrors('agent_wallet_not_found')
  @NeedsKey('read', 'agent in path')
  async getWallet(@AgentIdParam() agentId: string): Promise<WalletResponse> {
    return { agent_wallet: presentWallet(await this.wallets.getByAgentId(agentId)) };
  }

  @Post(':agent_id/disable')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Disable a wallet',
    description:
      'Prevents the wallet from executing actions. A repeat is safe. A body, if sent, must be JSON and is ignored.',
  })
  @ApiOkResponse({
    type: WalletResponse,
    description: 'The disabled wallet.',
    example: { agent_wallet: { status: 'disabled' } },
  })
  @ApiErrors('agent_wallet_not_found')
  @NeedsKey('wallets', 'agent in path')
  async disableWallet(@AgentIdParam() agentId: string): Promise<WalletResponse> {
    return { agent_wallet: presentWallet(await this.wallets.disable(agentId)) };
  }

  @Post(':agent_id/freeze')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Freeze a wallet',
    description:
      'Stops `create_market`, `buy_yes` and `buy_no` of the wallet at once. Previews, confirmed intents and queued executions of these actions are cancelled. A transaction that is armed or sent continues, and its execution reports the result. Closing, resolving, cancelling and claiming stay possible. A repeat is safe. A body, if sent, must be JSON and is ignored.',
  })
  @ApiOkResponse({
    type: WalletResponse,
    description: 'The frozen wallet.',
    example: { agent_wallet: { frozen: true, frozen_at: EXAMPLE.updatedAt } },
  })
  @ApiErrors('agent_wallet_not_found')
  @NeedsKey('wallets', 'agent in path')
  async freezeWallet(@AgentIdParam() agentId: string): Promise<WalletResponse> {
    return { agent_wallet: presentWallet(await this.freezing.freeze(agentId)) };
  }

  @Post(':agent_id/unfreeze')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Unfreeze a wallet',
    description:
      'Unfreezes the wallet for the holder of an API key. Without API keys (`AUTH_MODE=off`) the response is 403: the owner starts an onboarding with `wallet_update` `{"frozen": false}`. Cancelled intents stay cancelled. A repeat is safe. A body, if sent, must be JSON and is ignored.',
  })
  @ApiOkResponse({ type: WalletResponse, description: 'The wallet.' })
  @ApiErrors('agent_wallet_not_found', 'agent_policy_violation')
  @NeedsKey('wallets', 'agent in path')
  async unfreezeWallet(@AgentIdParam() agentId: string): Promise<WalletResponse> {
    return { agent_wallet: presentWallet(await this.wallets.unfreeze(agentId)) };
  }

  @Get(':agent_id/balance')
  @ApiOperation({
    summary: 'Read the balances of a wallet',
    description: 'Returns the balances that the wallet provider reports, also for a disabled wallet.',
  })
  @ApiOkResponse({ type: WalletBalanceResponse, description: 'The balances.' })
  @ApiErrors(
    'agent_wallet_not_found',
    'agent_wallet_chain_invalid',
    'agent_wallet_status_invalid',
    'provider_agent_wallet_balance_not_configured',
    'provider_agent_wallet_balance_failed',
  )
  @NeedsKey('read', 'agent in path')
  async getWalletBalance(
    @AgentIdParam() agentId: string,
    @RequestId() requestId: string,
  ): Promise<WalletBalanceResponse> {
    const collateral = { address: this.settings.COLLATERAL_ADDRESS, decimals: this.settings.COLLATERAL_DECIMALS };
    const balance = await this.wallets.getBalance(agentId, requestId);
    return { agent_wallet_balance: presentBalance(balance, collateral) };
  }

  @Post(':agent_id/faucet')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Request test tokens',
    description:
      'Requests test tokens and gas for the wallet. Each agent and each address is limited to one request per cooldown. A body, if sent, must be JSON and is ignored.',
  })
  @ApiOkResponse({ type: FaucetGrantResponse, description: 'The request.' })
  @ApiErrors(
    'agent_wallet_not_found',
    'agent_wallet_status_invalid',
    'agent_wallet_chain_invalid',
    'rate_limited',
    'provider_agent_wallet_faucet_not_configured',
    'provider_agent_wallet_faucet_failed',
  )
  @NeedsKey('wallets', 'agent in path')
  async requestFaucet(
    @AgentIdParam() agentId: string,
    @RequestId() requestId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FaucetGrantResponse> {
    const { FAUCET_COOLDOWN_S: cooldownS } = this.settings;
    if (cooldownS > 0) addLimitPolicy(reply, { name: FAUCET_LIMIT, quota: 1, windowS: cooldownS });
    const grant = await this.wallets.requestFaucet(agentId, requestId);
    if (cooldownS > 0) addAllowance(reply, FAUCET_LIMIT, { remaining: 0, resetS: cooldownS });
    return { agent_wallet_faucet: presentFaucetGrant(grant) };
  }
}
