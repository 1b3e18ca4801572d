import type { Action } from '@app/common';
import { Random } from '../../../tools/support/random.js';
import type { AgentClient } from '../support/agent-client.js';
import type { MarketReference, Product } from '../support/product.js';

const SEED = Number(process.env.PREVIEW_TEST_SEED ?? 20_261_121);
/** The test goes on after these until every expected outcome occurred. */
const MIN_INTENTS = 20;
const MAX_INTENTS = 400;
const MIN_EXECUTED = 5;
const LIFE_S = 300;

interface Check {
  rule: string;
  result: 'pass' | 'fail' | 'unknown';
  code: string | null;
  failure_reason: string | null;
}

interface RandomIntent {
  agent: AgentClient;
  action: Action;
  fields: object;
}

interface Outcome {
  /** Checks of the preview that did not pass; null when the policy refused the preview itself. */
  failing: Check[] | null;
  /** Error code, or the execution's status. */
  code: string;
  /** `failure_reason` of a failed execution. */
  reason?: string | null;
}

/** Each must occur at least once: codes of executions, codes of refused previews, failing rules. */
const EXPECTED_OUTCOMES = [
  ...['executed', 'agent_execution_failed', 'agent_policy_violation'],
  ...['refused agent_policy_violation', 'refused agent_action_forbidden'],
  ...['market_state', 'simulation', 'min_multiple', 'balance'],
];

/** Compares previews with what execution through worker, provider and chain then does. */
export function previewAccuracy(product: Product): void {
  describe(`previews of random intents (PREVIEW_TEST_SEED=${SEED})`, () => {
    const random = new Random(SEED);
    const markets: Record<string, MarketReference> = {};
    let agents: AgentClient[];

    beforeAll(async () => {
      agents = await product.fundedAgents('agent_alice_08', 'agent_robin_08', 'agent_limited_08');
      const [alice, robin, limited] = agents as [AgentClient, AgentClient, AgentClient];
      // While granted funds may be on their way, the preview of a lack is unknown.
      const database = await product.connectToDatabase();
      await database.query(
        `UPDATE worker_tasks SET updated_at = updated_at - interval '1 minute' WHERE status = 'done'`,
      );
      await database.end();
      const policy = {
        agent_id: limited.agentId,
        wallet_provider: 'provider_agent_wallet',
        allowed_actions: ['buy_yes', 'close_market', 'claim_payout', 'claim_refund'],
        policy_metadata: { max_trade_amount: '20' },
      };
      expect((await limited.post('/agent/wallets', policy)).status).toBe(200);
      const fields = await product.marketFields(alice, 'closed-08', LIFE_S);
      for (const market_id of ['closed-08', 'open-08', 'cancelled-08']) {
        const lifeS = market_id === 'closed-08' ? 0 : 3_600;
        const close_timestamp = String(Number(fields.close_timestamp) + lifeS);
        const { body } = await alice.run('create_market', { ...fields, market_id, close_timestamp });
        markets[market_id] = { market_id, market_contract_address: body.execution.market_contract_address };
      }
      await Promise.all([
        limited.run('buy_yes', { ...markets['closed-08'], amount: '10' }),
        robin.run('buy_no', { ...markets['closed-08'], amount: '30' }),
      ]);
      await product.chain.reach(Number(fields.close_timestamp));
    });

    function randomIntent(): RandomIntent {
      const marketId = random.pick(['closed-08', 'closed-08', 'open-08', 'open-08', 'cancelled-08'] as const);
      const actions: Record<typeof marketId, readonly Action[]> = {
        'closed-08': ['close_market', 'resolve_market', 'claim_payout', 'claim_payout', 'buy_yes'],
        'open-08': ['buy_yes', 'buy_no', 'buy_yes', 'buy_no', 'resolve_market', 'close_market'],
        'cancelled-08': ['cancel_market', 'claim_refund', 'buy_yes'],
      };
      const action = random.pick(actions[marketId]);
      const amount = random.pick(['5', '15', '25', '5000', (1 + random.next() * 10).toFixed(6)]);
      const multiple = random.chance(0.4) ? { min_multiple: (1 + random.next() * 2).toFixed(2) } : {};
      const buy = action.startsWith('buy') ? { amount, ...multiple } : {};
      const outcome = action === 'resolve_market' ? { outcome: 'yes' } : {};
      return { agent: random.pick(agents), action, fields: { ...markets[marketId], ...buy, ...outcome } };
    }

    async function previewAndExecute({ agent, action, fields }: RandomIntent): Promise<Outcome> {
      const intent = { action, agent_id: agent.agentId, user_wallet: agent.address, ...fields };
      const { status, body } = await agent.post('/agent/intents', intent);
      if (status !== 201) return { failing: null, code: body.error.code };
      const { intent_id, validation_result } = body.intent;
      // A duplicate is reported and does not refuse the execution.
      const checks = validation_result.checks.filter(({ rule }: Check) => rule !== 'duplicate');
      const failing = checks.filter(({ result }: Check) => result !== 'pass');
      const confirmed = await agent.post(`/agent/intents/${intent_id}/confirm`);
      if (confirmed.status !== 200) return { failing, code: confirmed.body.error.code };
      const executed = await agent.execute(intent_id);
      const { error, execution } = executed.body;
      return { failing, code: error?.code ?? execution.status, reason: error?.failure_reason ?? null };
    }

    it('executes if every check passes and fails with the code of the first failing check otherwise', async () => {
      const seen = new Map<string, number>();
      const count = (outcome: string) => seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      const isIncomplete = (): boolean =>
        EXPECTED_OUTCOMES.some((outcome) => !seen.has(outcome)) || (seen.get('executed') ?? 0) < MIN_EXECUTED;
      for (let index = 0; index < MIN_INTENTS || (isIncomplete() && index < MAX_INTENTS); index += 1) {
        const intent = randomIntent();
        const { failing, code, reason = null } = await previewAndExecute(intent);
        count(failing === null ? `refused ${code}` : code);
        if (failing === null) continue;
        const { action } = intent;
        // `market_state` repeats a reason of the simulation. Its code is the same, and its reason may be another one.
        const cause = failing.find(({ rule }) => rule !== 'market_state');
        const predicted = { code: failing[0]?.code ?? 'executed', reason: cause?.failure_reason ?? null };
        expect({ index, action, code, reason }).toEqual({ index, action, ...predicted });
        for (const { rule } of failing) count(rule);
      }
      expect([...seen.keys()]).toEqual(expect.arrayContaining([...EXPECTED_OUTCOMES]));
      expect(seen.get('executed')).toBeGreaterThanOrEqual(MIN_EXECUTED);
    });
  });
}
