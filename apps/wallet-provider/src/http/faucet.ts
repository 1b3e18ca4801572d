import type { Clock } from '@app/common';
import { Interface } from 'ethers';
import type { Collateral } from '../chain/collateral.js';
import { ProviderError } from '../domain/provider-error.js';
import { newProviderId } from '../domain/provider-id.js';
import type { Sequence } from '../domain/sequence.js';
import type { TransactionRecord } from '../domain/transaction.js';
import type { Account } from '../engine/account.js';
import type { TransactionEngine } from '../engine/transaction-engine.js';
import { checkBlockchain } from './blockchain.js';
import { Fields } from './fields.js';
import type { Operation } from './operation.js';

const NATIVE_GRANT_WEI = 10n * 10n ** 18n;
const TOKEN_GRANT = 1_000n;
const TOKEN = new Interface(['function mint(address to, uint256 amount)']);

export interface FaucetContext {
  readonly account: Account;
  readonly blockchain: string;
  readonly clock: Clock;
  readonly collateral: Collateral;
  readonly engine: TransactionEngine;
  readonly sequence: Sequence;
}

/** Grants 10 of the native coin and 1,000 of the collateral; answers when they are mined, so that a balance shows them. */
export function faucetOperations(context: FaucetContext): Operation[] {
  return [
    {
      name: 'requestFaucet',
      method: 'POST',
      path: '/v1/faucet/drips',
      handle: async (call) => {
        const fields = new Fields(call.body, 'body');
        const [address, blockchain] = [fields.requiredAddress('address'), fields.requiredText('blockchain')];
        const [native, usdc, eurc] = [fields.flag('native'), fields.flag('usdc'), fields.flag('eurc')];
        if (eurc) fields.refuse('eurc', 'not on this chain');
        if (!native && !usdc && !eurc) fields.refuse('usdc', 'one token at least');
        fields.done();
        checkBlockchain(context.blockchain, blockchain);
        const grants = native ? [nativeGrant(context, address)] : [];
        if (usdc) grants.push(await tokenGrant(context, address));
        const ended = await Promise.all(grants.map((record) => context.engine.run(record)));
        if (ended.some(({ state }) => state !== 'COMPLETE')) throw new ProviderError('internal');
        return { status: 204 };
      },
    },
  ];
}

function nativeGrant(context: FaucetContext, to: string): TransactionRecord {
  return grant(context, { contractAddress: to, callData: '0x', valueWei: NATIVE_GRANT_WEI });
}

async function tokenGrant(context: FaucetContext, to: string): Promise<TransactionRecord> {
  const { decimals } = await context.collateral.metadata();
  const callData = TOKEN.encodeFunctionData('mint', [to, TOKEN_GRANT * 10n ** BigInt(decimals)]);
  return grant(context, { contractAddress: context.collateral.address, callData, valueWei: 0n });
}

interface Grant {
  readonly contractAddress: string;
  readonly callData: string;
  readonly valueWei: bigint;
}

function grant(
  { account, blockchain, clock, sequence }: FaucetContext,
  { contractAddress, callData, valueWei }: Grant,
): TransactionRecord {
  const nowMs = clock.nowMs();
  return {
    ...{ id: newProviderId(), seq: sequence.next(), accountId: account.id, blockchain, sourceAddress: account.address },
    ...{
      contractAddress,
      callData,
      valueWei: valueWei.toString(),
      abiFunctionSignature: '',
      abiParameters: null,
      refId: '',
    },
    ...{
      fees: { feeLevel: 'HIGH' },
      script: {},
      createDateMs: nowMs,
      updateDateMs: nowMs,
      state: 'INITIATED',
      attempts: [],
    },
  };
}
