/** Records as they come over the wire; what is not named here is read as unknown. */
export interface WireRecord {
  id: string;
  status: string;
  created_at: string;
  closes_at: string;
  title: string;
  [field: string]: unknown;
}

/**
 * Every key that a documented body can have, typed as if it were there: a test that reads one which is not there
 * fails, as it should.
 */
export interface AnswerBody {
  error: { code: string; message: string; details: string[]; [extra: string]: unknown };
  status: string;
  migration_version: number;
  chain_id: number;
  market: WireRecord;
  markets: WireRecord[];
  next_cursor: string | null;
  trade: WireRecord;
  execution: WireRecord;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: AnswerBody;
}
