import type { Clock } from '@app/common';
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Interface } from 'ethers/abi';
import { Type } from '@sinclair/typebox';
import type { Collateral } from '../chain/collateral.js';
import { ProviderError } from '../domain/provider-error.js';
import { providerTransaction } from '../domain/provider-transaction.js';
import type { Sequence } from '../domain/sequence.js';
import type { TransactionRecord } from '../domain/transaction.js';
import type { Account } from '../engine/account.js';
import type { TransactionEngine } from '../engine/transaction-engine.js';
import { checkBlockchain } from './blockchain.js';
import type { OperationHooksFactory } from './operation-hooks.js';
import { Address, Flag, Text } from './schemas.js';
import { invalidParameter } from './validation.js';

const NATIVE_GRANT_WEI = 10n * 10n ** 18n;
const TOKEN_GRANT = 1_000n;
const TOKEN = new Interface(['function mint(address to, uint256 amount)']);

const FaucetBody = Type.Object({
  address: Address,
  blockchain: Text,
  native: Type.Optional(Flag),
  usdc: Type.Optional(Flag),
  eurc: Type.Optional(Type.Union([Type.Literal(false), Type.Literal('false')], { description: 'not on this chain' })),
});

export interface FaucetContext {
  readonly account: Account;
  readonly blockchain: string;
  readonly clock: Clock;
  readonly collateral: Collateral;
  readonly engine: TransactionEngine;
  readonly sequence: Sequence;
}

/** Grants 10 native coins and 1,000 tokens of the collateral. Answers after they are mined. */
export function faucetRoutes(context: FaucetContext, hooks: OperationHooksFactory): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    const route = { ...hooks({ name: 'requestFaucet' }), schema: { body: FaucetBody } };
    app.post('/v1/faucet/drips', route, async ({ body }, reply) => {
      const [native, usdc] = [body.native, body.usdc].map((flag) => String(flag) === 'true');
      const address = body.address.toLowerCase();
      if (!native && !usdc) throw invalidParameter('body', { name: 'usdc', constraint: 'one token at least' });
      checkBlockchain(context.blockchain, body.blockchain);
      const grants = native ? [nativeGrant(context, address)] : [];
      if (usdc) grants.push(await tokenGrant(context, address));
      const ended = await Promise.all(grants.map((record) => context.engine.run(record)));
      if (ended.some(({ state }) => state !== 'COMPLETE')) throw new ProviderError('internal');
      return reply.code(204).send();
    });
    done();
  };
}

function nativeGrant(context: FaucetContext, to: string): TransactionRecord {
  return grant(context, { contractAddress: to, callData: '0x', valueWei: NATIVE_GRANT_WEI });
}

async function tokenGrant(context: FaucetContext, to: string): Promise<TransactionRecord> {
  const { decimals } = await context.collateral.metadata();
  const callData = TOKEN.encodeFunctionData('mint', [to, TOKEN_GRANT * 10n ** BigInt(decimals)]);
  return grant(context, { contractAddress: context.collateral.address, callData, valueWei: 0n });
}

function grant(
  { account, blockchain, clock, sequence }: FaucetContext,
  call: { contractAddress: string; callData: string; valueWei: bigint },
): TransactionRecord {
  return providerTransaction({ account, blockchain, seq: sequence.next(), nowMs: clock.nowMs(), ...call });
}
