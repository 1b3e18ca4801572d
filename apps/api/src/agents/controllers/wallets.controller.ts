import { Controller, Get, HttpCode, Inject, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { WalletRegistrationService, WalletsService } from '@app/agents';
import type { ApiSettings } from '@app/config';
import { NeedsKey } from '../../auth/needs-key.decorator.js';
import { RequestId, ValidBody } from '../../http/index.js';
import { Describe } from '../../openapi/describe.decorator.js';
import { API_SETTINGS } from '../../settings.module.js';
import { presentBalance, presentFaucetGrant, presentWallet } from '../presenters/wallet.presenter.js';
import { AgentIdParam } from '../requests/params.js';
import { RegisterWalletBody, toWalletRegistration } from '../requests/wallet.body.js';
import { WALLETS_DOCS } from '../docs/wallets.docs.js';

@Controller('agent/wallets')
export class WalletsController {
  constructor(
    private readonly wallets: WalletsService,
    private readonly registration: WalletRegistrationService,
    @Inject(API_SETTINGS) private readonly settings: ApiSettings,
  ) {}

  @Post()
  @Describe(WALLETS_DOCS.register)
  @NeedsKey('wallets', 'agent in body')
  async register(
    @ValidBody(RegisterWalletBody, 'agent_wallet_invalid') body: RegisterWalletBody,
    @RequestId() requestId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    const { wallet, created } = await this.registration.register(toWalletRegistration(body), requestId);
    reply.status(created ? 201 : 200);
    return { agent_wallet: presentWallet(wallet) };
  }

  @Get(':agent_id')
  @Describe(WALLETS_DOCS.read)
  async read(@AgentIdParam() agentId: string): Promise<object> {
    return { agent_wallet: presentWallet(await this.wallets.getByAgentId(agentId)) };
  }

  @Post(':agent_id/disable')
  @HttpCode(200)
  @Describe(WALLETS_DOCS.disable)
  @NeedsKey('wallets', 'agent in path')
  async disable(@AgentIdParam() agentId: string): Promise<object> {
    return { agent_wallet: presentWallet(await this.wallets.disable(agentId)) };
  }

  @Get(':agent_id/balance')
  @Describe(WALLETS_DOCS.readBalance)
  async readBalance(@AgentIdParam() agentId: string, @RequestId() requestId: string): Promise<object> {
    const collateral = { address: this.settings.COLLATERAL_ADDRESS, decimals: this.settings.COLLATERAL_DECIMALS };
    const balance = await this.wallets.getBalance(agentId, requestId);
    return { agent_wallet_balance: presentBalance(balance, collateral) };
  }

  @Post(':agent_id/faucet')
  @HttpCode(200)
  @Describe(WALLETS_DOCS.requestFaucet)
  @NeedsKey('wallets', 'agent in path')
  async requestFaucet(@AgentIdParam() agentId: string, @RequestId() requestId: string): Promise<object> {
    return { agent_wallet_faucet: presentFaucetGrant(await this.wallets.requestFaucet(agentId, requestId)) };
  }
}
