import { type Action, readAddress, toBody } from './act.js';
import { type AnyRequest, Api, type AnswerOf, Pauses, type RequestOf } from './api.js';
import { type EventQuery, type PresageEvent, readEvents } from './event-log.js';
import type { OperationName } from './generated/operations.js';
import type { Intent, Market } from './generated/types.js';
import type { HttpOptions, Limits } from './http.js';
import { type ActOptions, IntentRunner, type Outcome, type RunOptions } from './intent-runner.js';
import { type ListItems, parsePage } from './lists.js';
import { PresageError } from './presage-error.js';
import { SYSTEM_TIMER, type Timer } from './timer.js';

/** Maximum time for the index to list a new contract. */
const INDEX_TIMEOUT_MS = 15_000;
/** Time within which the failures of reading a page are repeated. */
const READ_TIMEOUT_MS = 10_000;

type Log = { readonly agentId: string } | { readonly marketId: string };

/** Client of one Presage service. Amounts are decimal strings. Unknown enum values are passed on. */
export class Presage {
  private readonly api: Api;
  private readonly runner: IntentRunner;

  constructor(options: HttpOptions, timer: Timer = SYSTEM_TIMER) {
    this.api = new Api(options, timer);
    this.runner = new IntentRunner(this.api);
  }

  /**
   * Calls an operation of the OpenAPI document by its id, once.
   * @throws PresageError
   */
  request<N extends OperationName>(operation: N, ...parts: RequestOf<N>): Promise<AnswerOf<N>> {
    return this.api.request(operation, ...parts);
  }

  /**
   * Carries out an action in one request, and waits until the outcome is known.
   * Repeats are safe, also by another process after a crash: they find the first call's outcome.
   * @throws ActionRefusedError when the action would not execute now, or misses `expect`: nothing was accepted
   * @throws PresageError when the service refuses the action, or did not answer within `timeoutMs`
   */
  async act(action: Action, options: ActOptions = {}): Promise<Outcome> {
    const bounds = this.runner.toBounds(options);
    return this.runner.act(await toBody(this.api, action, bounds), options, bounds);
  }

  /** Creates the intent of a purpose without executing it, or returns the existing one. @throws PresageError */
  async preview(action: Action, options: Pick<RunOptions, 'timeoutMs' | 'signal'> = {}): Promise<Intent> {
    const bounds = this.runner.toBounds(options);
    const body = await toBody(this.api, action, bounds);
    return (await this.api.repeat((limits) => this.api.request('createIntent', { body, ...limits }), bounds)).intent;
  }

  /** Confirms and executes an intent, and waits until the outcome is known. Repeats are safe. @throws PresageError */
  run(intent: Intent, options: RunOptions = {}): Promise<Outcome> {
    return this.runner.run(intent, options);
  }

  /** Returns the state of an intent without advancing it. @throws PresageError */
  outcomeOf(intentId: string, options: Pick<RunOptions, 'timeoutMs' | 'signal'> = {}): Promise<Outcome> {
    return this.runner.read(intentId, this.runner.toBounds(options));
  }

  /** Returns the address of an agent's wallet, once the custody has created it. @throws PresageError */
  addressOf(agentId: string, options: Pick<RunOptions, 'timeoutMs' | 'signal'> = {}): Promise<string> {
    return readAddress(this.api, agentId, this.runner.toBounds(options));
  }

  /**
   * Iterates over all items of a paged operation. Failures of reads are repeated: `timeoutMs` is the time within which
   * those of one page are, by default 10 seconds, instead of the maximum wait for one answer.
   * @throws PresageError
   */
  list<N extends keyof ListItems>(operation: N, ...parts: RequestOf<N>): AsyncGenerator<ListItems[N], void>;
  async *list(operation: keyof ListItems, parts: AnyRequest = {}): AsyncGenerator<unknown, void> {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = { ...parts.query, cursor };
      const read = (limits: Limits) => this.api.send(operation, { ...parts, query, ...limits });
      const bounds = { ...parts, timeoutMs: parts.timeoutMs ?? READ_TIMEOUT_MS };
      const { items, next } = parsePage(await this.api.repeat(read, this.runner.toBounds(bounds)));
      yield* items;
      cursor = next;
    }
  }

  /**
   * Finds a market by its id or by the address of its contract.
   * A new contract is listed moments after its execution, so an address is searched for up to 15 seconds.
   * @throws PresageError market_not_found
   */
  async findMarket(reference: string, { signal }: Pick<RunOptions, 'signal'> = {}): Promise<Market> {
    if (!/^0x/i.test(reference)) {
      return (await this.request('getMarket', { path: { id: reference }, signal })).market;
    }
    const { timer } = this.api;
    const deadlineMs = timer.nowMs() + INDEX_TIMEOUT_MS;
    for (const pauses = new Pauses(); ; await timer.sleep(pauses.nextMs(), signal)) {
      const query = { market_contract_address: reference };
      const { markets } = await this.request('listMarkets', { query, signal });
      const [market] = markets;
      if (market !== undefined) return market;
      if (timer.nowMs() < deadlineMs) continue;
      throw new PresageError({ code: 'market_not_found', message: 'No market has this address.', status: 404 });
    }
  }

  /**
   * Iterates over the events of an agent or a market, in order, and waits for further ones.
   * Proves that no event is missing or changed.
   * @throws GapError @throws PresageError
   */
  events(log: Log & EventQuery): AsyncGenerator<PresageEvent, void> {
    const parts =
      'agentId' in log
        ? { path: '/agent/events/{agentId}', pathParameters: { agentId: log.agentId } }
        : { path: '/markets/{marketId}/events', pathParameters: { marketId: log.marketId } };
    return readEvents(this.api, parts, log);
  }
}
