import { randomUUID } from 'node:crypto';
import { isRecord } from '@app/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { commandId } from '../../../../dev/wallet-provider/http/commands.js';
import { SCRIPT_DECORATOR } from '../../../../dev/wallet-provider/http/server.js';
import type { ProviderParts } from '../../../../dev/wallet-provider/start-wallet-provider.js';
import { applyBeforeAccept, applyBeforeAnswer, hasFault, toScript } from './apply-faults.js';
import { controlRoutes } from './control-routes.js';
import type { Fault } from './fault-catalogue.js';
import { FaultRules, type FaultTarget } from './fault-rules.js';
import { runForeign } from './foreign-transaction.js';

const FAULTS_DECORATOR = 'faults';

/** An operation of the contract, as fault rules name it. */
interface Operation {
  readonly name: string;
  /** Entity that `:id` in the path names. */
  readonly subject?: 'wallet' | 'transaction';
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'GET /ping': { name: 'ping' },
  'GET /v1/w3s/config/entity/publicKey': { name: 'getPublicKey' },
  'POST /v1/w3s/developer/walletSets': { name: 'createWalletSet' },
  'POST /v1/w3s/developer/wallets': { name: 'createWallets' },
  'GET /v1/w3s/wallets/:id/balances': { name: 'getBalances', subject: 'wallet' },
  'POST /v1/w3s/developer/transactions/contractExecution': { name: 'createContractExecution' },
  'GET /v1/w3s/transactions': { name: 'listTransactions' },
  'GET /v1/w3s/transactions/:id': { name: 'getTransaction', subject: 'transaction' },
  'POST /v1/w3s/developer/transactions/:id/accelerate': { name: 'accelerateTransaction', subject: 'transaction' },
  'POST /v1/faucet/drips': { name: 'requestFaucet' },
};

/** Makes a provider fail as the header `x-fault` of a request and the rules of `/control/faults` say. */
export function installFaults(app: FastifyInstance, parts: ProviderParts): void {
  const { commands } = parts.store;
  const rules = new FaultRules();
  app.decorateRequest(FAULTS_DECORATOR, null);
  app.addHook('preValidation', async (request, reply) => {
    const operation = OPERATIONS[`${request.method} ${request.routeOptions.url}`];
    if (operation === undefined) return undefined;
    const { body } = request;
    const key = isRecord(body) ? body.idempotencyKey : undefined;
    const isRepeat = typeof key === 'string' && commands.has(commandId(operation.name, key));
    const faults = takeFaults(rules, { ...toTarget(operation, request), isRepeat: String(isRepeat) }, request);
    if (await applyBeforeAccept(faults, { request, reply })) return reply;
    request.setDecorator(FAULTS_DECORATOR, faults);
    if (isRepeat && isRecord(body) && hasFault(faults, 'forget-key')) {
      request.body = { ...body, idempotencyKey: randomUUID() };
    }
    return undefined;
  });
  // After the validation of the request, so that nothing foreign is sent for a refused one.
  app.addHook('preHandler', async (request) => {
    const { foreign, ...script } = toScript(faultsOf(request));
    const { body } = request;
    if (foreign !== undefined && isRecord(body)) {
      const call = { contractAddress: String(body.contractAddress), callData: String(body.callData) };
      script.shown = await runForeign(foreign, call, parts);
    }
    request.setDecorator(SCRIPT_DECORATOR, script);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    applyBeforeAnswer(faultsOf(request), { request, reply }, payload).then(
      // The reply of a hijacked connection is never sent.
      (changed) => changed !== null && done(null, changed.payload),
      (error: Error) => done(error),
    );
  });
  void app.register(controlRoutes(rules));
}

function faultsOf(request: FastifyRequest): readonly Fault[] {
  return request.getDecorator<readonly Fault[] | null>(FAULTS_DECORATOR) ?? [];
}

function takeFaults(rules: FaultRules, target: FaultTarget, { headers }: FastifyRequest): Fault[] {
  const header = headers['x-fault'];
  return rules.take(target, typeof header === 'string' ? header : undefined);
}

function toTarget({ name, subject }: Operation, { body, query, params }: FastifyRequest): FaultTarget {
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
