import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type ApiKey, ApiKeys } from '@app/api-keys';
import { AppError } from '@app/common';
import { Database } from '@app/persistence';
import { toAppError } from '../http/errors/to-app-error.js';
import { findTargetAgentId } from './find-target-agent.js';
import { type KeyRule, keyRuleOf } from './needs-key.decorator.js';

const BEARER = /^Bearer +(\S+)$/i;

/** Requires an API key with the right scope for every write, bound to the agent that the request writes for. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly keys: ApiKeys,
    private readonly database: Database,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.method !== 'POST') return true;
    try {
      await this.authorize(request, keyRuleOf(context.getHandler()));
    } catch (error) {
      // The code of `FailsWith` is for failures of the handler.
      throw toAppError(error);
    }
    return true;
  }

  private async authorize(request: FastifyRequest, rule: KeyRule | undefined): Promise<void> {
    const key = await this.authenticate(request.headers.authorization);
    if (rule === undefined) throw new AppError('api_key_forbidden');
    if (!key.scopes.includes(rule.scope)) {
      throw new AppError('api_key_forbidden', { message: `The API key has no scope ${rule.scope}.` });
    }
    const agentId = await findTargetAgentId(this.database, request, rule.writesFor);
    if (agentId !== null && agentId !== key.agentId) {
      throw new AppError('api_key_forbidden', { message: 'The API key is not bound to this agent.' });
    }
  }

  private async authenticate(header: string | undefined): Promise<ApiKey> {
    const text = BEARER.exec(header ?? '')?.[1];
    const key = text === undefined ? null : await this.keys.authenticate(text);
    if (key !== null) return key;
    const challenge = `Bearer realm="presage"${header === undefined ? '' : ', error="invalid_token"'}`;
    throw new AppError('api_key_invalid', { headers: { 'www-authenticate': challenge } });
  }
}
