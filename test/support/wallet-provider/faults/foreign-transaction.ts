import { randomBytes } from 'node:crypto';
import {
  type ForeignKind,
  newTransaction,
  type TransactionRecord,
  type TransactionScript,
} from '../domain/transaction.js';
import type { Account } from './account.js';

/** Contract that anvil creates at the genesis. Its call data are a salt of 32 bytes and init code for CREATE2. */
const CREATE2_DEPLOYER = '0x4e59b44847b379578588920ca78fbf26c0b4956c';

interface Call {
  readonly contractAddress: string;
  readonly callData: string;
}

/** Returns a transaction of `account` whose result the provider shows as that of `record`. */
export function foreignTransaction(kind: ForeignKind, record: TransactionRecord, account: Account): TransactionRecord {
  const { blockchain, updateDateMs } = record;
  const sender = { accountId: account.id, sourceAddress: account.address };
  return newTransaction(updateDateMs, { ...sender, blockchain, ...buildCall(kind, record, account) });
}

function buildCall(
  kind: ForeignKind,
  { contractAddress, callData }: TransactionRecord,
  account: Account,
): Call & { script?: TransactionScript } {
  switch (kind) {
    case 'transfer':
      return { contractAddress: account.address, callData: '0x' };
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
