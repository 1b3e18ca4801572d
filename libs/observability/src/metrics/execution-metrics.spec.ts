import { ExecutionMetrics } from './execution-metrics.js';
import { Metrics } from './metrics.js';

it('counts executions by action and outcome, and times their stages', async () => {
  const metrics = Metrics.on();
  const told = new ExecutionMetrics(metrics);
  told.accepted('buy_yes');
  told.becameUnknown('buy_no');
  told.becameUnknown('buy_no');
  told.ended('claim_payout', 'executed');
  told.stageTook('queued', 1_500);
  told.stageTook('mined', -3); // two clocks
  const text = await metrics.text();
  for (const line of [
    'presage_executions_accepted_total{action="buy_yes"} 1',
    'presage_executions_became_unknown_total{action="buy_no"} 2',
    'presage_executions_ended_total{action="claim_payout",outcome="executed"} 1',
    'presage_execution_stage_seconds_sum{stage="queued"} 1.5',
    'presage_execution_stage_seconds_sum{stage="mined"} 0',
  ]) {
    expect(text.split('\n')).toContain(line);
  }
});
