import type { WireEvent } from '@app/events';
import type { AuditEntryDto } from '../../../apps/api/src/ops/audit-entry.dto.js';
import type { LaneDto } from '../../../apps/api/src/ops/lane.dto.js';
import type { OverviewDto } from '../../../apps/api/src/ops/overview.dto.js';

/** A record of an answer. Fields that are not listed are unknown. */
export interface WireRecord {
  id: string;
  status: string;
  created_at: string;
  closes_at: string;
  title: string;
  [field: string]: unknown;
}

/** Every key of all documented bodies, typed as present. Reading an absent one fails the test. */
export interface AnswerBody {
  error: {
    code: string;
    message: string;
    details: string[];
    intent_id: string;
    intent: object;
    [extra: string]: unknown;
  };
  status: string;
  migration_version: number;
  chain_id: number;
  market: WireRecord;
  markets: WireRecord[];
  facets: Record<'status' | 'category' | 'tag', { value: string; count: number }[]>;
  similar: { market: WireRecord; score: number }[];
  next_cursor: string | null;
  trade: WireRecord;
  positions: WireRecord[];
  settlements: WireRecord[];
  resolution: WireRecord;
  quote: WireRecord;
  history: { candles: { close: string; volume: string; trades: number }[]; [field: string]: unknown };
  execution: WireRecord & { execution_id: string; market_contract_address: string };
  executions: (WireRecord & { execution_id: string; attempt: number })[];
  execution_plan: WireRecord;
  intent: WireRecord & { intent_id: string; warnings: string[] };
  planned_calls: WireRecord | null;
  intents: (WireRecord & { intent_id: string })[];
  agent_wallet: WireRecord & { agent_wallet_address: string; allowed_actions: string[] };
  agent_wallet_balance: { balances: { token: WireRecord & { symbol: string }; amount: string }[] };
  agent_wallet_faucet: WireRecord;
  agent_session: WireRecord;
  onboarding: WireRecord & { onboarding_id: string; user_email: string };
  next_step: string;
  portfolio: WireRecord & { positions: WireRecord[]; settlements: WireRecord[] };
  activity: { agent_id: string; items: (WireRecord & { type: string; action: string })[]; next_cursor: string | null };
  collateral_erc20_interface: string;
  webhook: WireRecord & {
    webhook_id: string;
    agent_ids: string[] | null;
    previous_secret_expires_at: string;
    test: { event_id: string; status: string };
  };
  webhooks: (WireRecord & { webhook_id: string; test: { status: string } | null })[];
  account: {
    account_id: string | null;
    name: string | null;
    key_prefix: string | null;
    scopes: string[] | null;
    agent_ids: string[] | null;
    rate: object | null;
    budgets: object[];
  };
  secret: string;
  warnings: string[];
  events: WireEvent[];
  overview: OverviewDto;
  lanes: LaneDto[];
  entries: AuditEntryDto[];
  next_after: number;
  head_seq: number;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: AnswerBody;
}
