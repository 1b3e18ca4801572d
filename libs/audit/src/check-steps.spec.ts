import { Wallet } from 'ethers';
import { computeRef, signTransaction } from '@app/chain';
import { encodeStep, type IntentRecord } from '@app/engine';
import { checkSteps } from './check-steps.js';
import type { StoredExecution, StoredStep } from './records.js';

const MARKET = `0x${'ab'.repeat(20)}`;
const DEADLINE_MS = 1_800_000_000_000;
const CONTEXT = { factoryAddress: `0x${'cd'.repeat(20)}`, collateralAddress: `0x${'ef'.repeat(20)}`, decimals: 6 };
const OWNER = Wallet.createRandom();
const INTENT = {
  ...{ id: 'agent_intent_1', agentId: 'agent_1', action: 'claim_payout', marketContractAddress: MARKET },
} as IntentRecord;
const CALL = encodeStep({
  ...{
    intent: INTENT,
    kind: 'main',
    allowanceBaseUnits: null,
    ref: computeRef(INTENT.id),
    deadlineSeconds: DEADLINE_MS / 1000,
    context: CONTEXT,
  },
});

function signedBy(wallet: Pick<Wallet, 'signingKey'>, changes: object = {}): string {
  const fees = { maxFeeWei: 2n, priorityFeeWei: 1n };
  const call = { chainId: 1, nonce: 0, to: MARKET, data: CALL.callData, valueWei: 0n, gasLimit: 100_000n, fees };
  return signTransaction(wallet, { ...call, ...changes }).raw;
}

function checkBody(body: string): string[] {
  const step = {
    ...{ kind: 'main', status: 'sent', idempotencyKey: 'a-key', allowanceBaseUnits: null, body, sendAttempts: 1 },
    ...{ contractAddress: MARKET, deadlineMs: DEADLINE_MS, armedAtMs: 1, armedFence: '1' },
    ...{ transactionHash: null, hashes: [] as string[] },
  } as StoredStep;
  const walletAddress = OWNER.address.toLowerCase();
  const execution = {
    ...{ id: 'agent_execution_1', agentId: 'agent_1', walletAgentId: 'agent_1', action: INTENT.action },
    ...{
      ref: computeRef(INTENT.id),
      status: 'broadcast',
      marketContractAddress: MARKET,
      laneFence: '1',
      steps: [step],
    },
    ...{ walletAddress, agentWalletAddress: walletAddress, providerWalletId: '1/2', broadcastPerformed: false },
    ...{ transactionHash: null, approveTransactionHash: null },
  } as StoredExecution;
  const codes: string[] = [];
  checkSteps({ execution, intent: INTENT }, CONTEXT, (code) => void codes.push(code));
  return codes;
}

describe('the body of an armed step', () => {
  const provided = JSON.stringify({ key: 'a-key', walletId: '1/2', to: MARKET, data: CALL.callData });

  it('may be the request of a provider or a transaction that the wallet signed', () => {
    expect([checkBody(provided), checkBody(signedBy(OWNER))]).toEqual([[], []]);
  });

  it.each([
    ['names another key', provided.replace('a-key', 'b-key')],
    ['names another wallet', provided.replace('1/2', '1/3')],
    ['is signed by another wallet', signedBy(Wallet.createRandom())],
    ['calls another contract', signedBy(OWNER, { to: CONTEXT.collateralAddress })],
    ['transfers coins', signedBy(OWNER, { valueWei: 1n })],
  ])('is found when it %s', (_what, body) => {
    expect(checkBody(body)).toEqual(['body_differs']);
  });

  it('is found when it is no transaction', () => {
    expect(checkBody(`0x02${signedBy(OWNER).slice(6)}`)).toEqual(['call_differs', 'body_differs']);
  });

  it.each([
    ['a provider', provided.replace(CALL.callData, CALL.callData.slice(0, -1))],
    ['the chain', signedBy(OWNER, { data: `${CALL.callData}00` })],
  ])('is found when it makes another call of %s', (_what, body) => {
    expect(checkBody(body)).toEqual(['call_differs']);
  });
});
