import type { Clock } from '@app/common';
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Interface } from 'ethers/abi';
import { Type } from '@sinclair/typebox';
import { ProviderError } from '../domain/provider-error.js';
import { newTransaction } from '../domain/transaction.js';
import type { Account } from '../engine/account.js';
import type { TransactionEngine } from '../engine/transaction-engine.js';
import type { Balances } from './balances.js';
import { Address, checkBlockchain, Text } from './schemas.js';

const NATIVE_GRANT_WEI = 10n * 10n ** 18n;
const TOKEN_GRANT = 1_000n;
const TOKEN = new Interface(['function mint(address to, uint256 amount)']);

const FaucetBody = Type.Object({
  address: Address,
  blockchain: Text,
  native: Type.Optional(Type.Boolean()),
  usdc: Type.Optional(Type.Boolean()),
});

interface FaucetContext {
  readonly balances: Balances;
  readonly blockchain: string;
  readonly clock: Clock;
  readonly engine: TransactionEngine;
  readonly faucet: Account;
}

/** Grants 10 native coins and 1,000 tokens of the collateral. Answers after they are mined. */
export function faucetRoutes({
  balances,
  blockchain,
  clock,
  engine,
  faucet,
}: FaucetContext): FastifyPluginCallbackTypebox {
  const grant = (call: { contractAddress: string; callData: string; valueWei: string }) =>
    newTransaction(clock.nowMs(), { accountId: faucet.id, sourceAddress: faucet.address, blockchain, ...call });
  const tokenGrant = async (to: string) => {
    const baseUnits = TOKEN_GRANT * 10n ** BigInt((await balances.token()).decimals);
    const callData = TOKEN.encodeFunctionData('mint', [to, baseUnits]);
    return grant({ contractAddress: balances.tokenAddress, callData, valueWei: '0' });
  };
  return (app, _options, done) => {
    app.post('/v1/faucet/drips', { schema: { body: FaucetBody } }, async ({ body }, reply) => {
      const { native = false, usdc = false } = body;
      const address = body.address.toLowerCase();
      if (!native && !usdc) throw new ProviderError('invalidParameter', ['no token is requested']);
      checkBlockchain(blockchain, body.blockchain);
      const valueWei = NATIVE_GRANT_WEI.toString();
      const grants = native ? [grant({ contractAddress: address, callData: '0x', valueWei })] : [];
      if (usdc) grants.push(await tokenGrant(address));
      await Promise.all(grants.map((record) => engine.run(record)));
      if (grants.some(({ state }) => state !== 'COMPLETE')) throw new ProviderError('internal');
      return reply.code(204).send();
    });
    done();
  };
}
