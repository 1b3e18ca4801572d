import { FAILURE_REMEDIES } from '@app/engine';
import { type ExecutionFields, recordExecution } from '../../../../test/agents/executions.js';
import { intentBody, newAgent } from '../../../../test/agents/requests.js';
import { AgentsApi, type Answer } from '../../../../test/agents/start-agents-api.js';

const FAILED = {
  status: 'failed',
  errorCode: 'agent_execution_failed',
  errorMessage: 'Nothing is left to claim.',
  failure: 'nothing_to_claim',
  retrySafe: true,
} as const;

interface Key {
  agentId?: string;
  source_client?: string;
  client_request_id?: string;
}

describe('EXECUTION_FAILURE_STATUS=200', () => {
  let api: AgentsApi;

  beforeAll(async () => {
    api = await AgentsApi.start({ EXECUTION_FAILURE_STATUS: '200' });
  });
  afterAll(() => api.stop());

  /** Previews and confirms a claim, whose execution ends with these fields at once. */
  async function confirmed(fields: ExecutionFields, { agentId = newAgent(), ...key }: Key = {}): Promise<string> {
    await api.register(agentId);
    const { intent } = (await api.post('/agent/intents', intentBody(agentId, 'claim_payout', key))).body;
    api.engine.onAccept = () => recordExecution(api.database, intent.intent_id, fields);
    await api.post(`/agent/intents/${intent.intent_id}/confirm`);
    return intent.intent_id;
  }

  const execute = (id: string): Promise<Answer> => api.post(`/agent/intents/${id}/execute`);

  it.each([
    [FAILED, 'nothing_to_claim'],
    [{ ...FAILED, errorCode: 'agent_policy_violation', failure: 'multiple_too_low' }, 'below_min_multiple'],
  ] as const)('answers execute with the failed execution and its reason: %j %s', async (fields, reason) => {
    const id = await confirmed(fields);
    const { status, body } = await execute(id);
    const list = (await api.get(`/agent/intents/${id}/executions`)).body.executions;
    expect(status).toBe(200);
    expect(list).toEqual([expect.objectContaining(body.execution)]);
    expect(body.execution).toMatchObject({
      intent_id: id,
      status: 'failed',
      error_code: fields.errorCode,
      error_message: `${FAILED.errorMessage} ${FAILURE_REMEDIES[reason]}`,
      failure_reason: reason,
      retry_safe: true,
    });
  });

  it('answers an action in one request with the failed execution, and its intent as a read shows it', async () => {
    const agentId = newAgent();
    const key = { source_client: 'test', client_request_id: 'claim 1' };
    const id = await confirmed(FAILED, { agentId, ...key });
    await execute(id);
    await api.database.query(
      `UPDATE agent_intents AS i SET status = 'failed', updated_at = e.completed_at, current_execution_id = e.id,
         executions_count = 1
       FROM executions AS e WHERE e.intent_id = i.id AND i.id = $1`,
      [id],
    );
    const read = (await api.get(`/agent/intents/${id}`)).body.intent;
    const { status, body } = await api.post('/agent/actions', intentBody(agentId, 'claim_payout', key));
    expect(status).toBe(200);
    expect(body.execution).toMatchObject({ intent_id: id, status: 'failed', failure_reason: 'nothing_to_claim' });
    expect(body.intent).toEqual(read);
  });

  it('leaves a cancelled execution a 409 and an unfinished one a 202', async () => {
    const cancelled = await execute(await confirmed({ status: 'cancelled' }));
    expect(`${cancelled.status} ${cancelled.body.error.code}`).toBe('409 agent_intent_status_invalid');
    expect((await execute(await confirmed({ status: 'unknown', retrySafe: false }))).status).toBe(202);
  });
});
