import { AppError, newId, type Secret } from '@app/common';
import { newWebhookSecret, type SecretBox } from './secret-box.js';
import { parseWebhookUrl, type UrlRules } from './webhook-url.js';
import type { TestedWebhook, WebhookOwner, WebhooksRepository } from './webhooks.repository.js';

export const MAX_WEBHOOKS = 20;
/** Time for which the secret before a rotation signs as well. */
const ROTATION_MS = 24 * 3_600_000;

export interface WebhookTerms {
  readonly url: string;
  readonly agentIds: readonly string[] | null;
  readonly types: readonly string[] | null;
}

/** A webhook with its signing secret, which is shown once. */
export interface WebhookWithSecret {
  readonly webhook: TestedWebhook;
  readonly secret: Secret;
}

export interface WebhooksDependencies {
  readonly webhooks: WebhooksRepository;
  readonly secrets: SecretBox;
  readonly rules: UrlRules;
}

/** Webhooks of an account: their URL, their secret, and their state. */
export class WebhooksService {
  constructor(private readonly dependencies: WebhooksDependencies) {}

  /** Creates a webhook; a limited key, for its own agents. @throws {AppError} webhook_invalid, agent_not_found */
  async create(owner: WebhookOwner, { url: text, agentIds: wanted, types }: WebhookTerms): Promise<WebhookWithSecret> {
    const { webhooks, secrets, rules } = this.dependencies;
    const parsed = parseWebhookUrl(text, rules);
    if ('problem' in parsed) throw new AppError('webhook_invalid', { details: [`url must ${parsed.problem}`] });
    const agentIds = wanted === null ? owner.agentIds : [...new Set(wanted)];
    if (agentIds !== null && !(await this.ownsAll(owner, agentIds))) throw new AppError('agent_not_found');
    const id = newId('webhook');
    const secret = newWebhookSecret();
    const webhook = { id, url: parsed.url.href, agentIds, types, secret: secrets.seal(secret, id) };
    const created = await webhooks.create(owner, webhook, MAX_WEBHOOKS);
    if (created === null) {
      throw new AppError('webhook_invalid', { details: [`an account has at most ${MAX_WEBHOOKS} webhooks`] });
    }
    return { webhook: { ...created, test: null }, secret };
  }

  list(owner: WebhookOwner): Promise<TestedWebhook[]> {
    return this.dependencies.webhooks.list(owner);
  }

  /** @throws {AppError} webhook_not_found */
  async get(owner: WebhookOwner, id: string): Promise<TestedWebhook> {
    const webhook = await this.dependencies.webhooks.find(owner, id);
    if (webhook === null) throw new AppError('webhook_not_found');
    return webhook;
  }

  /** @throws {AppError} webhook_not_found */
  async delete(owner: WebhookOwner, id: string): Promise<void> {
    if (!(await this.dependencies.webhooks.delete(owner, id))) throw new AppError('webhook_not_found');
  }

  /** Replaces the secret. For a day, both secrets sign each delivery. @throws {AppError} webhook_not_found */
  async rotate(owner: WebhookOwner, id: string): Promise<WebhookWithSecret> {
    const { webhooks, secrets } = this.dependencies;
    await this.get(owner, id);
    const secret = newWebhookSecret();
    await webhooks.rotate(id, secrets.seal(secret, id), ROTATION_MS);
    return { webhook: await this.get(owner, id), secret };
  }

  /** Delivers from the cursors again, at once. @throws {AppError} webhook_not_found, webhook_status_invalid */
  async resume(owner: WebhookOwner, id: string): Promise<TestedWebhook> {
    await this.getRunning(owner, id);
    if (!(await this.dependencies.webhooks.resume(id))) throw new AppError('webhook_status_invalid');
    return this.get(owner, id);
  }

  /** Requests the delivery of a test event. @throws {AppError} webhook_not_found, webhook_status_invalid */
  async test(owner: WebhookOwner, id: string): Promise<TestedWebhook> {
    await this.getRunning(owner, id);
    await this.dependencies.webhooks.requestTest(id, newId('event'));
    return this.get(owner, id);
  }

  private async getRunning(owner: WebhookOwner, id: string): Promise<TestedWebhook> {
    const webhook = await this.get(owner, id);
    if (webhook.status === 'ended') throw new AppError('webhook_status_invalid');
    return webhook;
  }

  private async ownsAll(owner: WebhookOwner, agentIds: readonly string[]): Promise<boolean> {
    const owned = await this.dependencies.webhooks.countOwned(owner.accountId, agentIds);
    return owned === agentIds.length && agentIds.every((agentId) => owner.agentIds?.includes(agentId) ?? true);
  }
}
