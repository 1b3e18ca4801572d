type Status = 'preview' | 'confirmed' | 'executing' | 'executed' | 'failed' | 'cancelled';

interface FakeIntent {
  readonly body: string;
  status: Status;
  executions: { status: string; retry_safe: boolean | null; failure_reason?: string | null; attempt: number }[];
  /** Reads after which an executing intent ends. */
  readsLeft: number;
}

export interface FakeFaults {
  /** Whether the next request is lost before the service receives it, or its answer is lost. */
  readonly lose?: () => 'request' | 'answer' | null;
  /** Whether an execution fails without effect. */
  readonly fails?: () => boolean;
  /** `failure_reason` of executions that fail. */
  readonly failureReason?: string;
  /** Whether another attempt of them is safe, by default true. */
  readonly isProven?: boolean;
  /** Reads after which an execution ends. */
  readonly duration?: () => number;
  /** Whether the service runs with EXECUTION_FAILURE_STATUS=200. */
  readonly failuresAreResults?: boolean;
  /** Checks of previews; a preview with one that does not pass is not accepted in one request. */
  readonly checks?: () => readonly object[];
  /** Answers instead of the service, with a status and an error code. */
  readonly refuse?: (path: string) => { status: number; code: string; retryAfterS?: number } | null;
}

/** Intents as the service keeps them, in memory, behind a `fetch`. */
export class FakeService {
  readonly intents = new Map<string, FakeIntent>();
  /** Effects on the chain by intent. */
  readonly effects = new Map<string, number>();
  requests = 0;

  constructor(private readonly faults: FakeFaults = {}) {}

  readonly fetch: typeof fetch = (input, init) => {
    this.requests += 1;
    const lost = this.faults.lose?.() ?? null;
    if (lost === 'request') return Promise.reject(new TypeError('fetch failed'));
    const url = new URL(typeof input === 'string' ? input : '');
    const path = url.pathname;
    const refusal = this.faults.refuse?.(path) ?? null;
    const { status, body } =
      refusal === null
        ? this.answer(url, typeof init?.body === 'string' ? init.body : '')
        : { status: refusal.status, body: errorBody(refusal.code) };
    if (lost === 'answer') return Promise.reject(new TypeError('fetch failed'));
    const headers = { 'content-type': 'application/json', 'retry-after': String(refusal?.retryAfterS ?? '') };
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers }));
  };

  private answer(url: URL, body: string): { status: number; body: object } {
    const path = url.pathname;
    if (path === '/agent/actions') return this.act(body);
    if (path === '/agent/intents' && body === '') return this.list(url.searchParams);
    if (path === '/agent/intents') return this.create(body);
    if (path.startsWith('/agent/wallets/')) {
      return { status: 200, body: { agent_wallet: { agent_wallet_address: `0x${'1'.repeat(40)}` } } };
    }
    const [, id = '', step] = /^\/agent\/intents\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
    const intent = this.intents.get(id);
    if (intent === undefined) return { status: 404, body: errorBody('agent_intent_not_found') };
    if (step === 'confirm') return this.confirm(id, intent);
    if (step === 'execute') return this.execute(id, intent);
    this.advance(id, intent);
    if (step === 'executions') {
      return { status: 200, body: { executions: intent.executions.toReversed(), next_cursor: null } };
    }
    return { status: 200, body: { intent: this.view(id, intent) } };
  }

  private list(query: URLSearchParams): { status: number; body: object } {
    const id = toId(query.get('client_request_id') ?? '');
    const intent = this.intents.get(id);
    return { status: 200, body: { intents: intent === undefined ? [] : [this.view(id, intent)], next_cursor: null } };
  }

  private act(text: string): { status: number; body: object } {
    const { expect, ...body }: { expect?: object; client_request_id: string } = JSON.parse(text);
    const id = toId(body.client_request_id);
    const created = this.create(JSON.stringify(body));
    const intent = this.intents.get(id);
    if (created.status === 409 || intent === undefined) return named(created, id);
    const isRefused = expect !== undefined || this.checks.some((check) => 'result' in check && check.result !== 'pass');
    if (intent.status === 'preview' && !isRefused) intent.status = 'confirmed';
    if (intent.status === 'preview') {
      const { error } = errorBody('agent_action_refused');
      return { status: 409, body: { error: { ...error, intent_id: id, intent: this.view(id, intent) } } };
    }
    if (intent.status === 'confirmed') this.execute(id, intent);
    this.advance(id, intent);
    const isError = this.faults.failuresAreResults !== true;
    if (intent.status === 'failed' && isError)
      return named({ status: 502, body: errorBody('agent_execution_failed') }, id);
    const execution = intent.executions.at(-1);
    if (execution === undefined) return named({ status: 409, body: errorBody('agent_intent_not_confirmed') }, id);
    const status = intent.status === 'executing' ? 202 : 200;
    return { status, body: { intent: this.view(id, intent), execution: { ...execution } } };
  }

  private get checks(): readonly object[] {
    return this.faults.checks?.() ?? [];
  }

  private create(body: string): { status: number; body: object } {
    const { client_request_id: key }: { client_request_id: string } = JSON.parse(body);
    const id = toId(key);
    const found = this.intents.get(id);
    if (found !== undefined && found.body !== body) return { status: 409, body: errorBody('agent_intent_conflict') };
    const intent = found ?? { body, status: 'preview' as const, executions: [], readsLeft: 0 };
    this.intents.set(id, intent);
    return { status: found === undefined ? 201 : 200, body: { intent: this.view(id, intent) } };
  }

  private confirm(id: string, intent: FakeIntent): { status: number; body: object } {
    if (!['preview', 'confirmed', 'failed'].includes(intent.status)) {
      return { status: 409, body: errorBody('agent_intent_status_invalid') };
    }
    intent.status = 'confirmed';
    return { status: 200, body: { execution_plan: { intent_id: id } } };
  }

  private execute(id: string, intent: FakeIntent): { status: number; body: object } {
    if (intent.status !== 'confirmed') return { status: 409, body: errorBody('agent_intent_not_confirmed') };
    intent.status = 'executing';
    intent.executions.push({ status: 'queued', retry_safe: null, attempt: intent.executions.length + 1 });
    intent.readsLeft = this.faults.duration?.() ?? 1;
    return { status: 202, body: { execution: intent.executions.at(-1) ?? {}, id } };
  }

  private advance(id: string, intent: FakeIntent): void {
    if (intent.status !== 'executing' || intent.readsLeft-- > 0) return;
    const failed = this.faults.fails?.() ?? false;
    intent.status = failed ? 'failed' : 'executed';
    const current = intent.executions.at(-1);
    if (current !== undefined) {
      const { isProven = true, failureReason = 'nothing_to_claim' } = this.faults;
      const reason = { retry_safe: failed && isProven, failure_reason: failed ? failureReason : null };
      Object.assign(current, { status: intent.status, ...reason });
    }
    if (!failed) this.effects.set(id, (this.effects.get(id) ?? 0) + 1);
  }

  private view(id: string, { status, executions }: FakeIntent): object {
    return { intent_id: id, status, executions_count: executions.length, validation_result: { checks: this.checks } };
  }
}

function toId(key: string): string {
  return key.replaceAll(' ', '_');
}

/** An error that names its intent. */
function named({ status, body }: { status: number; body: object }, id: string): { status: number; body: object } {
  return { status, body: 'error' in body ? { error: { ...Object(body.error), intent_id: id } } : body };
}

function errorBody(code: string): { error: { code: string; message: string } } {
  return { error: { code, message: `It is ${code}.` } };
}
