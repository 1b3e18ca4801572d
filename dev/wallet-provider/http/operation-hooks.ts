import { createHash, timingSafeEqual } from 'node:crypto';
import { isRecord } from '@app/common';
import type { Secret } from '@app/common';
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { ProviderError } from '../domain/provider-error.js';
import type { Fault } from '../faults/fault-catalogue.js';
import type { FaultRules, FaultTarget } from '../faults/fault-rules.js';
import { applyBeforeAccept, applyBeforeAnswer } from '../faults/apply-faults.js';

/** Request decorator with the faults of the request; null until the authorization was checked. */
export const FAULTS_DECORATOR = 'faults';

/** An operation of the contract, as fault rules name it. */
export interface Operation {
  readonly name: string;
  /** Entity that `:id` in the path names. */
  readonly subject?: 'wallet' | 'transaction';
  readonly isPublic?: boolean;
}

export interface OperationContext {
  readonly apiKey: Secret;
  readonly faultRules: FaultRules;
  readonly isKnownKey: (operation: string, key: string) => boolean;
}

export interface OperationHooks {
  preValidation(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
  readonly onSend: onSendHookHandler;
}

export type OperationHooksFactory = (operation: Operation) => OperationHooks;

/** Creates the route hooks of an operation: authorization, rate limit, and the faults before and after the handler. */
export function operationHooks(context: OperationContext): OperationHooksFactory {
  return (operation) => ({
    preValidation: async (request, reply) => {
      const isAllowed = operation.isPublic === true || isAuthorized(request, context.apiKey);
      if (!isAllowed) throw new ProviderError('unauthorized');
      const faults = takeFaults(context, operation, request);
      if (await applyBeforeAccept(faults, { request, reply })) return reply;
      request.setDecorator(FAULTS_DECORATOR, faults);
      return undefined;
    },
    onSend: (request, reply, payload, done) => {
      applyBeforeAnswer(faultsOf(request), { request, reply }, payload).then(
        // The reply of a hijacked connection is never sent.
        (changed) => changed !== null && done(null, changed.payload),
        (error: Error) => done(error),
      );
    },
  });
}

export function faultsOf(request: FastifyRequest): readonly Fault[] {
  return request.getDecorator<readonly Fault[] | null>(FAULTS_DECORATOR) ?? [];
}

function takeFaults(context: OperationContext, operation: Operation, request: FastifyRequest): Fault[] {
  const { body } = request;
  const key = isRecord(body) ? body.idempotencyKey : undefined;
  const isRepeat = typeof key === 'string' && context.isKnownKey(operation.name, key);
  const header = request.headers['x-fault'];
  const facts = { ...toFaultTarget(operation, request), isRepeat: String(isRepeat) };
  return context.faultRules.take(facts, typeof header === 'string' ? header : undefined);
}

function toFaultTarget({ name, subject }: Operation, { body, query, params }: FastifyRequest): FaultTarget {
  const [fields, parameters, path] = [body, query, params].map((part) => (isRecord(part) ? part : {}));
  const facts: Record<string, string> = {};
  const add = (fact: string, value: unknown) => {
    if (typeof value === 'string' && value !== '') facts[fact] = value;
  };
  add('walletId', fields?.walletId ?? parameters?.walletId ?? parameters?.walletIds);
  add('refId', fields?.refId);
  if (subject !== undefined) add(`${subject}Id`, path?.id);
  return { ...facts, operation: name };
}

function isAuthorized({ headers }: FastifyRequest, apiKey: Secret): boolean {
  return timingSafeEqual(sha256(headers.authorization ?? ''), sha256(`Bearer ${apiKey.reveal()}`));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
