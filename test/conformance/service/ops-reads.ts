import { eventually } from '../../support/eventually.js';
import { Agent, ELSEWHERE } from '../support/agent.js';
import { expectError } from '../support/client.js';
import type { Product } from '../support/product.js';

const UNKNOWN_EXECUTION = `agent_execution_${'0'.repeat(32)}`;
const HASH = /^0x[0-9a-f]{64}$/;

/** The product under test listens on a loopback address without API keys. */
export function opsReads({ client: api }: Product): void {
  describe('GET /ops', () => {
    it('200 overview with a worker that indexes the chain', async () => {
      // A worker that has just started, or was held up, has no lease on the index for a moment.
      const { overview } = await eventually(
        async () => (await api.get('/ops/overview')).body,
        ({ overview: { index, workers } }) => index.has_leader && index.block !== null && workers.alive > 0,
      );
      expect(overview).toMatchObject({
        lanes: { quarantined: 0, stopped_since: null },
        provider: { configured: true, breaker_open: false, probe_at: null },
        index: { block: expect.any(Number), has_leader: true },
        queue: { lane_jobs: expect.any(Number), task_jobs: expect.any(Number) },
      });
      expect(overview.workers.alive).toBeGreaterThan(0);
    });

    it('200 an executed buy with provider ids, hashes, receipts and history', async () => {
      const agent = await Agent.withFunds(api);
      const { execution } = (await agent.run('buy_yes', { ...(await agent.createMarket()), amount: '3' })).body;
      const list = (await api.get(`/ops/executions?agent_id=${agent.id}&status=executed`)).body.executions;
      expect(list.map(({ execution_id }) => execution_id)).toContain(execution.execution_id);
      const report = (await api.get(`/ops/executions/${execution.execution_id}`)).body.execution;
      const mined = {
        status: 'done',
        provider_transaction_id: expect.any(String),
        block_number: expect.any(Number),
        block_hash: expect.stringMatching(HASH),
      };
      const { approve_transaction_hash: approval, transaction_hash: hash } = report;
      expect(report['steps']).toMatchObject([
        { ...mined, kind: 'approve', transaction_hash: approval, hashes: [{ transaction_hash: approval }] },
        { ...mined, kind: 'main', transaction_hash: hash, hashes: [{ transaction_hash: hash, is_foreign: false }] },
      ]);
      expect(report['events']).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ type: 'execution.queued' }),
          expect.objectContaining({
            type: 'execution.executed',
            data: expect.objectContaining({ transaction_hash: hash }),
          }),
        ]),
      );
    });

    it('200 lanes and audit log', async () => {
      expect(await api.get('/ops/lanes')).toMatchObject({ status: 200, body: { lanes: expect.any(Array) } });
      expect(await api.get('/ops/audit')).toMatchObject({ status: 200, body: { entries: expect.any(Array) } });
    });

    it('200 a failed execution with its reason', async () => {
      const agent = await Agent.withFunds(api);
      const intentId = await agent.confirmed('buy_yes', { market_contract_address: ELSEWHERE });
      await agent.step(intentId, 'execute', { prefer: 'wait=60' });
      const [failed] = (await api.get(`/ops/executions?agent_id=${agent.id}&status=failed`)).body.executions;
      expect(failed).toMatchObject({ intent_id: intentId, failure_reason: 'market_not_ours' });
    });

    it('404 agent_execution_not_found', async () => {
      expectError(await api.get(`/ops/executions/${UNKNOWN_EXECUTION}`), 404, 'agent_execution_not_found');
    });

    it.each(['lanes?limit=0', 'executions?status=none', 'audit?cursor=abc'])(
      '400 invalid_query for %s',
      async (path) => {
        expectError(await api.get(`/ops/${path}`), 400, 'invalid_query');
      },
    );
  });
}
