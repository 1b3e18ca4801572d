import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type ApiKey, ApiKeys, type KeyScope, type Owner, permits } from '@app/agents';
import { AppError } from '@app/common';
import type { ApiSettings } from '@app/config';
import { toAppError } from '../http/errors/to-app-error.js';
import { isWrite } from '../http/is-write.js';
import { API_SETTINGS } from '../settings.module.js';
import { rememberCaller } from './caller.decorator.js';
import { permitClaim } from './claimed-by.decorator.js';
import { type KeyRule, keyRuleOf, type OperatorRule, type RecordRule } from './needs-key.decorator.js';
import { OwnersService } from './owners.service.js';
import { TARGETS, readTargetId } from './target.js';

const BEARER = /^Bearer +(\S+)$/i;
const WRONG_SCHEME = 'The Authorization header must be "Bearer presage_KEY".';
const UNKNOWN_KEY = 'The API key is unknown, expired or revoked. The operator of the service issues keys.';

/** Requires an API key with the right scope, whose account owns the record that the request names. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly keys: ApiKeys,
    private readonly owners: OwnersService,
    @Inject(API_SETTINGS) private readonly settings: Pick<ApiSettings, 'AUTH_MODE' | 'AUTH_READS'>,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const rule = keyRuleOf(context.getHandler());
    await this.check(request, rule);
    return true;
  }

  /** Checks key and owner. Held-open responses repeat it before they answer. @throws {AppError} when not permitted */
  async check(request: FastifyRequest, rule: KeyRule | undefined): Promise<void> {
    try {
      if (this.needsKey(request, rule)) await this.authorize(request, rule);
    } catch (error) {
      // The code of `FailsWith` is for failures of the handler.
      throw toAppError(error);
    }
  }

  /** Whether the request would be let in again, for a response that lasts. A failed read of keys or owners lets it go on. */
  async stillPermits(request: FastifyRequest, rule: KeyRule): Promise<boolean> {
    try {
      await this.check(request, rule);
      return true;
    } catch (error) {
      return !(error instanceof AppError) || error.status >= 500;
    }
  }

  private needsKey({ method }: FastifyRequest, rule: KeyRule | undefined): boolean {
    if (rule?.scope === 'operator') return true;
    const isRead = !isWrite(method);
    const { AUTH_MODE, AUTH_READS } = this.settings;
    if (rule?.scope === 'any') return AUTH_MODE === 'api_key' || AUTH_READS === 'account';
    if (AUTH_READS === 'account' && isRead && rule !== undefined) return true;
    return AUTH_MODE === 'api_key' && (rule === undefined ? !isRead : rule.scope !== 'read');
  }

  private async authorize(request: FastifyRequest, rule: KeyRule | undefined): Promise<void> {
    if (rule?.scope === 'any') return rememberCaller(request, await this.getKey(request));
    if (rule === undefined || rule.scope === 'operator') return this.authorizeScope(request, rule);
    if (rule.target === 'user in path') return this.authorizeReadOfUser(request, rule);
    const key = await this.getKey(request);
    assertScope(key, rule);
    if (rule.also !== undefined) assertScope(key, { scope: rule.also });
    rememberCaller(request, key);
    if (rule.target === null) return;
    const id = readTargetId(request, rule.target);
    // The endpoint refuses the value.
    if (id === null) return;
    const owner = await this.owners.find(TARGETS[rule.target].kind, id, key.accountId);
    if (owner === null && rule.target === 'agent in body' && key.agentIds === null && key.accountId !== null) {
      return permitClaim(request, key.accountId);
    }
    assertActsFor(key, owner, rule);
  }

  private async authorizeScope(request: FastifyRequest, rule: OperatorRule | undefined): Promise<void> {
    const key = await this.getKey(request);
    if (rule === undefined) throw new AppError('api_key_forbidden');
    assertScope(key, rule);
  }

  /** A user known from the chain only needs no key. */
  private async authorizeReadOfUser(request: FastifyRequest, rule: RecordRule): Promise<void> {
    const id = readTargetId(request, 'user in path');
    const key = await this.findKey(request);
    const owner = id === null ? null : await this.owners.find('user', id, key?.accountId ?? null);
    if (owner?.userKind === 'address') return;
    if (key === null) throw keyRequired(request);
    assertScope(key, rule);
    if (id !== null) assertActsFor(key, owner, rule);
  }

  private async getKey(request: FastifyRequest): Promise<ApiKey> {
    const key = await this.findKey(request);
    if (key === null) throw keyRequired(request);
    return key;
  }

  private async findKey({ headers }: FastifyRequest): Promise<ApiKey | null> {
    const text = BEARER.exec(headers.authorization ?? '')?.[1];
    return text === undefined ? null : this.keys.authenticate(text);
  }
}

function keyRequired({ headers }: FastifyRequest): AppError {
  const { authorization } = headers;
  const challenge = `Bearer realm="presage"${authorization === undefined ? '' : ', error="invalid_token"'}`;
  return new AppError('api_key_invalid', {
    ...(authorization !== undefined && { message: BEARER.test(authorization) ? UNKNOWN_KEY : WRONG_SCHEME }),
    headers: { 'www-authenticate': challenge },
  });
}

function assertScope({ scopes }: ApiKey, { scope }: { readonly scope: KeyScope }): void {
  if (permits(scopes, scope)) return;
  throw new AppError('api_key_forbidden', { message: `The API key has no scope ${scope}.` });
}

/** Answers alike for a record that does not exist and for one that the key does not act for. */
function assertActsFor({ accountId, agentIds }: ApiKey, owner: Owner | null, { notFound }: RecordRule): void {
  const isOwn = owner !== null && accountId !== null && owner.accountId === accountId;
  const isNamed = agentIds === null || owner?.agentId === null || agentIds.some((one) => one === owner?.agentId);
  if (!isOwn || !isNamed) throw new AppError(notFound);
}
