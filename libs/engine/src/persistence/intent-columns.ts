import { selectColumns } from '@app/persistence';
import { IntentEntity } from './entities/intent.entity.js';

/** Select list of an `IntentRecord` from `agent_intents AS i`. The key (intent_id, attempt) finds the latest status. */
export const INTENT_COLUMNS = `${selectColumns(IntentEntity, { table: 'i', omit: ['preview', 'budgetRefusal'] })},
  (SELECT e.status FROM executions AS e WHERE e.intent_id = i.id ORDER BY e.attempt DESC LIMIT 1)
    AS "latestExecutionStatus"`;
