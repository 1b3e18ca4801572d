import { eventually } from '../../support/eventually.js';
import type { AgentClient } from '../support/agent-client.js';
import type { MarketReference, Product } from '../support/product.js';
import { injectFault, SUBMIT_OPERATION } from '../support/provider-faults.js';

const ASYNC = { prefer: 'respond-async' };
const NO_SUCH_CONTRACT = `0x${'ab'.repeat(20)}`;

/** Lets two agents act until executions have ended in every way, on a real chain. @returns the second agent */
export async function makeHistory(product: Product): Promise<AgentClient> {
  const { chain, stack } = product;
  const agents = await product.fundedAgents('agent_alice_01', 'agent_bob_01');
  const [alice, bob] = agents as [AgentClient, AgentClient];

  // A market that is resolved. Closing it too early fails; the same intent, confirmed again, closes it in time.
  const fields = await product.marketFields(alice, 'resolved', 300);
  const { body } = await alice.run('create_market', fields);
  const resolved: MarketReference = {
    market_id: 'resolved',
    market_contract_address: body.execution.market_contract_address,
  };
  await Promise.all([
    alice.run('buy_yes', { ...resolved, amount: '10' }),
    bob.run('buy_no', { ...resolved, amount: '30' }).then(() => bob.run('buy_yes', { ...resolved, amount: '2.5' })),
  ]);
  const closing = await alice.confirmed('close_market', resolved);
  await alice.execute(closing);

  // A market that is cancelled; in the meantime the provider denies one transaction and lets one revert.
  const cancelled = await product.createMarket(bob, 'cancelled');
  await alice.run('buy_no', { ...cancelled, amount: '7.25' });
  for (const fault of ['denied', 'revert']) {
    await injectFault(stack, { match: { operation: SUBMIT_OPERATION }, fault, times: 1 });
    await alice.run('create_market', await product.marketFields(alice, fault));
  }
  await bob.run('cancel_market', cancelled);
  await alice.run('claim_refund', cancelled);

  await chain.reach(Number(fields.close_timestamp));
  await alice.post(`/agent/intents/${closing}/confirm`);
  await alice.execute(closing);
  await alice.run('resolve_market', { ...resolved, outcome: 'yes' });
  await alice.run('claim_payout', resolved);
  await alice.run('claim_payout', resolved); // fails: already claimed

  // Intents without an execution.
  await bob.preview('buy_yes', { ...cancelled, amount: '1' });
  await bob.confirmed('buy_yes', { ...cancelled, amount: '2' });
  await bob.post(`/agent/intents/${await bob.preview('claim_payout', resolved)}/cancel`);
  return bob;
}

/** Accepts two executions while no worker runs: one is cancelled before it is armed, the other stays queued. */
export async function leaveUndone(bob: AgentClient): Promise<void> {
  const fields = { market_id: 'missing', market_contract_address: NO_SUCH_CONTRACT, amount: '3' };
  const intentId = await bob.confirmed('buy_yes', fields);
  await bob.execute(intentId, ASYNC);
  await bob.post(`/agent/intents/${intentId}/cancel`);
  await bob.execute(await bob.confirmed('buy_no', fields), ASYNC);
}

/** Waits until no execution is in progress and every readback is recorded. */
export async function untilComplete(countOpen: () => Promise<{ left: string } | null>): Promise<void> {
  await eventually(countOpen, (row) => row?.left === '0');
}
