import { randomBytes } from 'node:crypto';
import {
  newTransaction,
  type TransactionRecord,
  type TransactionScript,
} from '../../../../dev/wallet-provider/domain/transaction.js';
import type { ProviderParts } from '../../../../dev/wallet-provider/start-wallet-provider.js';

/** Contract that anvil creates at the genesis. Its call data are a salt of 32 bytes and init code for CREATE2. */
const CREATE2_DEPLOYER = '0x4e59b44847b379578588920ca78fbf26c0b4956c';

/**
 * Transaction of another sender: an empty transfer; the same call, reverted; or a successful transaction around the same
 * call, which reverts, as a bundler sends it.
 */
export type ForeignKind = 'transfer' | 'reverted' | 'bundled';

interface Call {
  readonly contractAddress: string;
  readonly callData: string;
}

/** Runs a transaction of the faucet's account. @returns its result, which the provider shows as that of `call` */
export async function runForeign(
  kind: ForeignKind,
  call: Call,
  { blockchain, clock, engine, faucet }: ProviderParts,
): Promise<TransactionScript['shown']> {
  const sender = { accountId: faucet.id, sourceAddress: faucet.address, blockchain };
  const record: TransactionRecord = newTransaction(clock.nowMs(), {
    ...sender,
    ...buildCall(kind, call, faucet.address),
  });
  await engine.run(record);
  const { state, txHash, blockHash, blockHeight, errorReason } = record;
  return { state, txHash, blockHash, blockHeight, errorReason };
}

function buildCall(
  kind: ForeignKind,
  { contractAddress, callData }: Call,
  sender: string,
): Call & { script?: TransactionScript } {
  switch (kind) {
    case 'transfer':
      return { contractAddress: sender, callData: '0x' };
    case 'reverted':
      return { contractAddress, callData, script: { gas: 'out-of-gas' } };
    case 'bundled':
      return {
        contractAddress: CREATE2_DEPLOYER,
        callData: `0x${randomBytes(32).toString('hex')}${bundle({ contractAddress, callData })}`,
      };
  }
}

/** Returns init code that makes the call without gas, so that it reverts, and logs the data of the call. */
function bundle({ contractAddress, callData }: Call): string {
  const data = callData.slice(2);
  const size = (data.length / 2).toString(16).padStart(4, '0');
  return [
    `61${size}602b5f39`, // copy the data, which start at byte 43, to memory
    `5f5f61${size}5f5f73${contractAddress.slice(2)}5ff1`, // call with the data and 0 gas
    `61${size}5fa0`, // log the data
    `00${data}`, // stop
  ].join('');
}
