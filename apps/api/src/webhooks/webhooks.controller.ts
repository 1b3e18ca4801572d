import { Controller, Delete, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AppError } from '@app/common';
import { WebhooksService } from '@app/events';
import { type Caller, CallerAccount } from '../auth/caller.decorator.js';
import { NeedsAccountKey } from '../auth/needs-key.decorator.js';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { EXAMPLE } from '../docs/examples.js';
import { PathParam } from '../http/path-param.decorator.js';
import { prefixedId } from '../http/prefixed-id.js';
import { ignoredFieldsOf } from '../http/validation/parse-dto.js';
import { ValidBody } from '../http/validation/valid-body.decorator.js';
import {
  CreatedWebhookResponse,
  CreateWebhookDto,
  WebhookResponse,
  WebhookSecretResponse,
  WebhooksResponse,
} from './webhook.dto.js';
import { presentWebhook } from './webhook.presenter.js';

/** Injection token of the service; null while webhooks are not enabled. */
export const ENABLED_WEBHOOKS = Symbol('EnabledWebhooks');

const SCOPE = 'webhooks';
const NO_BODY = 'A body, if sent, must be JSON and is ignored.';

function WebhookIdParam(): ParameterDecorator {
  return PathParam({
    ...prefixedId('webhook'),
    name: 'webhook_id',
    code: 'webhook_not_found',
    description: 'Id of the webhook.',
    example: EXAMPLE.webhookId,
  });
}

@Controller('agent/webhooks')
@ApiTags('Webhooks')
export class WebhooksController {
  constructor(@Inject(ENABLED_WEBHOOKS) private readonly enabled: WebhooksService | null) {}

  @Post()
  @ApiOperation({
    summary: 'Create a webhook',
    description:
      'Sends the events of agents to a URL from now on, those of one agent in order, each at least once. Each request is signed as [Standard Webhooks](https://www.standardwebhooks.com) describes, with the id of the event as `webhook-id`. The response holds the signing secret, which is shown only once. Without API keys, `npm start` has webhooks for the agents of no account.',
  })
  @ApiCreatedResponse({ type: CreatedWebhookResponse, description: 'The new webhook and its secret.' })
  @ApiErrors('agent_not_found', 'webhooks_not_enabled')
  @NeedsAccountKey(SCOPE)
  async createWebhook(
    @ValidBody('webhook_invalid') body: CreateWebhookDto,
    @CallerAccount() caller: Caller,
  ): Promise<CreatedWebhookResponse> {
    const { url, agent_ids: agentIds = null, types = null } = body;
    const { webhook, secret } = await this.service().create(caller, { url, agentIds, types });
    return { webhook: presentWebhook(webhook), secret: secret.reveal(), warnings: ignoredFieldsOf(body) };
  }

  @Get()
  @ApiOperation({
    summary: 'List webhooks',
    description: 'Returns all webhooks of the account, oldest first. A limited key lists those of its agents.',
  })
  @ApiOkResponse({ type: WebhooksResponse, description: 'The webhooks.' })
  @ApiErrors('webhooks_not_enabled')
  @NeedsAccountKey(SCOPE)
  async listWebhooks(@CallerAccount() caller: Caller): Promise<WebhooksResponse> {
    return { webhooks: (await this.service().list(caller)).map(presentWebhook) };
  }

  @Delete(':webhook_id')
  @ApiOperation({
    summary: 'Delete a webhook',
    description: 'Deletes a webhook with its position. A delivery that is under way may still arrive.',
  })
  @ApiOkResponse({ type: WebhookResponse, description: 'The webhook as it was.' })
  @ApiErrors('webhooks_not_enabled')
  @NeedsAccountKey(SCOPE)
  async deleteWebhook(@WebhookIdParam() id: string, @CallerAccount() caller: Caller): Promise<WebhookResponse> {
    const webhook = await this.service().get(caller, id);
    await this.service().delete(caller, id);
    return { webhook: presentWebhook(webhook) };
  }

  @Post(':webhook_id/rotate')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Replace the secret of a webhook',
    description: `Creates a new signing secret, which is shown only once. For 24 hours each delivery carries two signatures, the other one with the secret before. ${NO_BODY}`,
  })
  @ApiOkResponse({
    type: WebhookSecretResponse,
    description: 'The webhook and its new secret.',
    example: { webhook: { previous_secret_expires_at: EXAMPLE.closesAt } },
  })
  @ApiErrors('webhooks_not_enabled')
  @NeedsAccountKey(SCOPE)
  async rotateWebhookSecret(
    @WebhookIdParam() id: string,
    @CallerAccount() caller: Caller,
  ): Promise<WebhookSecretResponse> {
    const { webhook, secret } = await this.service().rotate(caller, id);
    return { webhook: presentWebhook(webhook), secret: secret.reveal() };
  }

  @Post(':webhook_id/test')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Send a test event',
    description: `Sends an event of type \`webhook.test\` soon, beside the deliveries. The list of webhooks shows its result. A test that is under way is not repeated. ${NO_BODY}`,
  })
  @ApiAcceptedResponse({
    type: WebhookResponse,
    description: 'The webhook with its test.',
    example: { webhook: { test: { status: 'pending', ended_at: null, response_status: null } } },
  })
  @ApiErrors('webhook_status_invalid', 'webhooks_not_enabled')
  @NeedsAccountKey(SCOPE)
  async testWebhook(@WebhookIdParam() id: string, @CallerAccount() caller: Caller): Promise<WebhookResponse> {
    return { webhook: presentWebhook(await this.service().test(caller, id)) };
  }

  @Post(':webhook_id/resume')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Resume a webhook',
    description: `Delivers again from the position that a paused webhook kept. On a failing webhook, the next attempt is made at once. A repeat is safe. ${NO_BODY}`,
  })
  @ApiOkResponse({ type: WebhookResponse, description: 'The active webhook.' })
  @ApiErrors('webhook_status_invalid', 'webhooks_not_enabled')
  @NeedsAccountKey(SCOPE)
  async resumeWebhook(@WebhookIdParam() id: string, @CallerAccount() caller: Caller): Promise<WebhookResponse> {
    return { webhook: presentWebhook(await this.service().resume(caller, id)) };
  }

  /** @throws {AppError} webhooks_not_enabled */
  private service(): WebhooksService {
    if (this.enabled === null) throw new AppError('webhooks_not_enabled');
    return this.enabled;
  }
}
