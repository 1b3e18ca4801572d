import { type Action, canRetry, type Market, newTraceparent, type Outcome, Presage } from '@presage/sdk';
import type { Command } from 'commander';
import { positive } from './commands/arguments.js';
import { Connection } from './connection.js';
import { describeEffect, readPayment } from './effect.js';
import { toExitCode, UsageError } from './exit-code.js';
import type { Environment } from './environment.js';
import { findMarket } from './find-market.js';
import { type Format, render, type Terminal } from './output.js';
import { explainFailure } from './remedies.js';
import { outcomeView } from './views.js';

interface GlobalOptions {
  readonly url?: string;
  readonly agent?: string;
  readonly output?: Format;
}

export interface ActOptions {
  readonly purpose?: string;
  readonly timeout?: number;
  readonly retry?: boolean;
}

const DEFAULT_TIMEOUT_S = 120;
const CANCELLED = 'The intent is cancelled, and its purpose is used up. Use another --purpose to carry out the action.';

/** Client, agent and output of the commands. */
export class Context {
  exitCode = 0;
  private readonly connection = new Connection();
  /** All requests of a command belong to one trace. */
  private readonly traceparent: string;

  constructor(
    private readonly program: Command,
    private readonly environment: Environment,
    readonly terminal: Terminal,
  ) {
    this.traceparent = environment.traceparent ?? newTraceparent();
  }

  /** @throws UsageError when the address cannot be used */
  get baseUrl(): string {
    const baseUrl = this.options.url ?? this.environment.url;
    if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) {
      throw new UsageError(
        `${baseUrl} is not an address of the service. Set --url or PRESAGE_URL, such as http://127.0.0.1:4000.`,
      );
    }
    return baseUrl;
  }

  /** @throws UsageError when the address or the API key cannot be used */
  get presage(): Presage {
    const { baseUrl } = this;
    const { apiKey } = this.environment;
    if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
      throw new UsageError('PRESAGE_API_KEY holds characters that no API key has.');
    }
    return new Presage({ baseUrl, apiKey, fetch: this.connection.fetch, traceparent: () => this.traceparent });
  }

  /** @throws UsageError without an agent */
  get agentId(): string {
    const agentId = this.givenAgentId;
    if (agentId === null) throw new UsageError('Name the agent with --agent or PRESAGE_AGENT.');
    return agentId;
  }

  get givenAgentId(): string | null {
    return (this.options.agent ?? this.environment.agentId) || null;
  }

  get format(): Format {
    return this.options.output ?? (this.terminal.isInteractive ? 'table' : 'json');
  }

  /** @param view what a table shows instead of the value */
  print(value: object, view = value): void {
    this.terminal.out(render(this.format === 'table' ? view : value, this.format));
  }

  /** Prints rows, which a table shows in another form. */
  printRows<T extends object>(rows: readonly T[], toView: (row: T) => object): void {
    this.print(rows, rows.map(toView));
  }

  /** Finds a market by its id, contract address or name. @throws UsageError @throws PresageError market_not_found */
  findMarket(reference: string): Promise<Market> {
    return findMarket(this.presage, reference, this.givenAgentId);
  }

  /** Carries out an action, and prints its outcome. */
  async act(action: Action, options: ActOptions): Promise<void> {
    // A default purpose is that of each such command, so its failure must not outlast the cause.
    const { timeout = DEFAULT_TIMEOUT_S, purpose, retry = purpose === undefined } = options;
    const outcome = await this.presage.act(action, {
      timeoutMs: timeout * 1000,
      retryFailed: retry,
      onProgress: (state) => this.showProgress(state),
    });
    this.exitCode = toExitCode(outcome);
    await this.printOutcome(outcome);
  }

  async printOutcome(outcome: Outcome): Promise<void> {
    const summary = { ...summarizeOutcome(outcome), ...(await readPayment(this.presage, outcome)) };
    this.print(summary, outcomeView(summary));
  }

  private showProgress({ intent, execution }: Outcome): void {
    if (!this.terminal.isInteractive) return;
    this.terminal.err(`${intent.action}: ${execution?.waiting_for ?? execution?.status ?? intent.status}\n`);
  }

  private get options(): GlobalOptions {
    return this.program.opts();
  }
}

export function summarizeOutcome(outcome: Outcome): object {
  const { status, intent, execution } = outcome;
  return {
    status,
    action: intent.action,
    ...describeEffect(outcome),
    intent_id: intent.intent_id,
    purpose: intent.client_request_id,
    market_contract_address: execution?.market_contract_address ?? intent.market_contract_address,
    transaction_hash: execution?.transaction_hash ?? null,
    max_fee: intent.validation_result.fee?.max_cost ?? null,
    attempt: execution?.attempt ?? null,
    completed_at: execution?.completed_at ?? null,
    error_message: status === 'cancelled' ? CANCELLED : explainFailure(execution),
    retry_safe: execution === null ? null : execution.retry_safe && canRetry(execution),
  };
}

/** Adds the options of a command that carries out an action. */
export function withActOptions(command: Command, purpose: string): Command {
  return command
    .option('--purpose <text>', `idempotency key of the action (${purpose})`)
    .option('--timeout <seconds>', `maximum wait (${DEFAULT_TIMEOUT_S})`, positive)
    .option(
      '--retry',
      'start another attempt of an action that was refused or has failed without effect, as without --purpose',
    );
}
