import type { Stack } from '../../support/index.js';
import { AgentClient, eventually } from '../support/agent-client.js';
import { ChainClient } from '../support/chain-client.js';

const ASYNC = { prefer: 'respond-async' };

/** What the product has done once every kind of end has been come to, on a real chain. */
export async function makeHistory(stack: Stack, chain: ChainClient): Promise<{ alice: AgentClient; bob: AgentClient }> {
  const alice = new AgentClient(stack.api.url, 'agent_alice_01');
  const bob = new AgentClient(stack.api.url, 'agent_bob_01');
  await Promise.all([alice.setUp(), bob.setUp()]);
  const { deployment } = stack;

  const create = async (agent: AgentClient, marketId: string, lifeS: number) => {
    const closeS = (await chain.now()) + lifeS;
    const { body } = await agent.run('create_market', {
      market_id: marketId,
      question: 'Will it be told as it was?',
      close_timestamp: String(closeS),
      resolver: agent.address,
      collateral_token: deployment.collateral,
    });
    const market = { market_id: marketId, market_contract_address: body.execution?.market_contract_address };
    return { market, closeS };
  };

  // A market that is won. Closing it too early fails; the same intent, confirmed anew, closes it in time.
  const { market: won, closeS } = await create(alice, 'won', 300);
  await Promise.all([
    alice.run('buy_yes', { ...won, amount: '10' }),
    bob.run('buy_no', { ...won, amount: '30' }).then(() => bob.run('buy_yes', { ...won, amount: '2.5' })),
  ]);
  const closing = await alice.confirmed('close_market', won);
  await alice.execute(closing);

  // A market that is called off, and what the provider refuses or lets revert in the meantime.
  const { market: off } = await create(bob, 'called-off', 3600);
  await alice.run('buy_no', { ...off, amount: '7.25' });
  await inject(stack, 'denied');
  await create(alice, 'denied', 3600);
  await inject(stack, 'revert');
  await create(alice, 'reverted', 3600);
  await bob.run('cancel_market', off);
  await alice.run('claim_refund', off);

  await chain.reach(closeS);
  await alice.post(`/agent/intents/${closing}/confirm`);
  await alice.execute(closing);
  await alice.run('resolve_market', { ...won, outcome: 'yes' });
  await alice.run('claim_payout', won);
  await alice.run('claim_payout', won); // fails: claimed already

  // What never came to an execution.
  await bob.preview('buy_yes', { ...off, amount: '1' });
  await bob.confirmed('buy_yes', { ...off, amount: '2' });
  await bob.post(`/agent/intents/${await bob.preview('claim_payout', won)}/cancel`);
  return { alice, bob };
}

/** Nobody works: one execution is cancelled before anything was armed, another one waits. */
export async function leaveUndone(bob: AgentClient): Promise<void> {
  const fields = { market_id: 'nothing', market_contract_address: `0x${'ab'.repeat(20)}`, amount: '3' };
  const cancelled = await bob.confirmed('buy_yes', fields);
  await bob.execute(cancelled, ASYNC);
  await bob.post(`/agent/intents/${cancelled}/cancel`);
  await bob.execute(await bob.confirmed('buy_no', fields), ASYNC);
}

/** Nothing is under way, and every readback is there. */
export async function untilTold(ask: () => Promise<{ left: string } | null>): Promise<void> {
  await eventually(ask, (row) => row?.left === '0');
}

async function inject(stack: Stack, fault: string): Promise<void> {
  await fetch(`${stack.provider.url}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ match: { operation: 'createContractExecution' }, fault, times: 1 }),
  });
}
