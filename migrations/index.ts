import { Core1790000000001 } from './1790000000001-core.js';
import { Agents1790000000002 } from './1790000000002-agents.js';
import { Engine1790000000003 } from './1790000000003-engine.js';
import { WorkerTasks1790000000004 } from './1790000000004-worker-tasks.js';
import { MarketLists1790000000005 } from './1790000000005-market-lists.js';
import { EngineHardCases1790000000006 } from './1790000000006-engine-hard-cases.js';
import { ChainIndex1790000000007 } from './1790000000007-chain-index.js';
import { ChainIndexPlans1790000000008 } from './1790000000008-chain-index-plans.js';
import { ShortTitleSearches1790000000009 } from './1790000000009-short-title-searches.js';
import { RateLimits1790000000010 } from './1790000000010-rate-limits.js';
import { UnknownExecutions1790000000011 } from './1790000000011-unknown-executions.js';
import { MarketCandles1790000000012 } from './1790000000012-market-candles.js';
import { AuditLog1790000000013 } from './1790000000013-audit-log.js';
import { TraceParents1790000000014 } from './1790000000014-trace-parents.js';
import { ApiKeys1790000000015 } from './1790000000015-api-keys.js';
import { IntentPreviews1790000000016 } from './1790000000016-intent-previews.js';
import { ChainRowIds1790000000017 } from './1790000000017-chain-row-ids.js';
import { DueTimes1790000000018 } from './1790000000018-due-times.js';
import { ChainEvidence1790000000019 } from './1790000000019-chain-evidence.js';
import { LaneScheduling1790000000020 } from './1790000000020-lane-scheduling.js';
import { Recovery1790000000021 } from './1790000000021-recovery.js';
import { SealedSteps1790000000022 } from './1790000000022-sealed-steps.js';
import { ReopenedExecutions1790000000023 } from './1790000000023-reopened-executions.js';
import { PaidGas1790000000024 } from './1790000000024-paid-gas.js';
import { TankNonces1790000000025 } from './1790000000025-tank-nonces.js';
import { SendSlots1790000000026 } from './1790000000026-send-slots.js';
import { Accounts1790000000030 } from './1790000000030-accounts.js';
import { WalletOwners1790000000033 } from './1790000000033-wallet-owners.js';
import { FrozenWallets1790000000034 } from './1790000000034-frozen-wallets.js';
import { SharedTaskLimits1790000000036 } from './1790000000036-shared-task-limits.js';
import { RecordRetention1790000000037 } from './1790000000037-record-retention.js';
import { LaneLocks1790000000038 } from './1790000000038-lane-locks.js';
import { MarketFilters1790000000040 } from './1790000000040-market-filters.js';
import { EventLogs1790000000043 } from './1790000000043-event-logs.js';
import { AgentEvents1790000000044 } from './1790000000044-agent-events.js';
import { MarketEvents1790000000045 } from './1790000000045-market-events.js';
import { Budgets1790000000046 } from './1790000000046-budgets.js';
import { BudgetEvents1790000000047 } from './1790000000047-budget-events.js';
import { Webhooks1790000000048 } from './1790000000048-webhooks.js';
import { BudgetRules1790000000049 } from './1790000000049-budget-rules.js';
import { OperatorLists1790000000050 } from './1790000000050-operator-lists.js';
import { CompactEventHistory1790000000052 } from './1790000000052-compact-event-history.js';
import { OpenStakes1790000000053 } from './1790000000053-open-stakes.js';
import { RetentionOfWebhooks1790000000055 } from './1790000000055-retention-of-webhooks.js';
import { EventsOfRebuiltIndex1790000000056 } from './1790000000056-events-of-rebuilt-index.js';
import { CompactStepsAndPreviews1790000000057 } from './1790000000057-compact-steps-and-previews.js';
import { Archives1790000000058 } from './1790000000058-archives.js';
import { ListsOfAgents1790000000059 } from './1790000000059-lists-of-agents.js';
import { RepeatedRequests1790000000060 } from './1790000000060-repeated-requests.js';
import { RepeatsByAgent1790000000061 } from './1790000000061-repeats-by-agent.js';
import { SharedWrites1790000000062 } from './1790000000062-shared-writes.js';
import { SharedAcceptances1790000000063 } from './1790000000063-shared-acceptances.js';
import { FasterEvents1790000000064 } from './1790000000064-faster-events.js';
import { ExpireInOrder1790000000065 } from './1790000000065-expire-in-order.js';

/** All migrations in the order of their execution. */
export const MIGRATIONS = [
  Core1790000000001,
  Agents1790000000002,
  Engine1790000000003,
  WorkerTasks1790000000004,
  MarketLists1790000000005,
  EngineHardCases1790000000006,
  ChainIndex1790000000007,
  ChainIndexPlans1790000000008,
  ShortTitleSearches1790000000009,
  RateLimits1790000000010,
  UnknownExecutions1790000000011,
  MarketCandles1790000000012,
  AuditLog1790000000013,
  TraceParents1790000000014,
  ApiKeys1790000000015,
  IntentPreviews1790000000016,
  ChainRowIds1790000000017,
  DueTimes1790000000018,
  ChainEvidence1790000000019,
  LaneScheduling1790000000020,
  Recovery1790000000021,
  SealedSteps1790000000022,
  ReopenedExecutions1790000000023,
  PaidGas1790000000024,
  TankNonces1790000000025,
  SendSlots1790000000026,
  Accounts1790000000030,
  WalletOwners1790000000033,
  FrozenWallets1790000000034,
  SharedTaskLimits1790000000036,
  RecordRetention1790000000037,
  LaneLocks1790000000038,
  MarketFilters1790000000040,
  EventLogs1790000000043,
  AgentEvents1790000000044,
  MarketEvents1790000000045,
  Budgets1790000000046,
  BudgetEvents1790000000047,
  Webhooks1790000000048,
  BudgetRules1790000000049,
  OperatorLists1790000000050,
  CompactEventHistory1790000000052,
  OpenStakes1790000000053,
  RetentionOfWebhooks1790000000055,
  EventsOfRebuiltIndex1790000000056,
  CompactStepsAndPreviews1790000000057,
  Archives1790000000058,
  ListsOfAgents1790000000059,
  RepeatedRequests1790000000060,
  RepeatsByAgent1790000000061,
  SharedWrites1790000000062,
  SharedAcceptances1790000000063,
  FasterEvents1790000000064,
  ExpireInOrder1790000000065,
] as const;
