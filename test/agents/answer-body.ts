/** Keys of JSON bodies that tests read, typed as present. */
export interface AnswerBody {
  error: {
    code: string;
    message: string;
    details: string[];
    intent_status: string;
    execution_status: string | null;
    intent_id: string;
    intent?: Json & { intent_id: string };
    failure_reason: string | null;
  };
  intent: Json & { intent_id: string; status: string; warnings: string[] };
  planned_calls: Json | null;
  intents: (Json & { intent_id: string; status: string })[];
  warnings: string[];
  execution_plan: Json & { transaction_request: Json; approval: Json | null };
  execution: Json & { execution_id: string; status: string };
  executions: (Json & { execution_id: string; attempt: number; steps: Json[] })[];
  next_cursor: string | null;
  agent_wallet: Json & {
    id: string;
    agent_wallet_address: string;
    status: string;
    allowed_actions: string[];
    policy_metadata: { max_trade_amount: string | null };
  };
  agent_wallet_balance: Json & { balances: { token: Json; amount: string }[] };
  agent_wallet_faucet: Json;
  onboarding: Json & { onboarding_id: string; status: string; expires_at: string };
  agent_session: Json & { session_id: string; status: string };
  next_step: string;
  expires_at: string;
  portfolio: Json & { positions: Json[]; settlements: Json[] };
  activity: Json & { items: (Json & { id: string; type: string })[]; next_cursor: string | null };
}

type Json = Record<string, unknown>;
