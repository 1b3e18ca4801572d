import { WalletsRepository } from '@app/agents';
import { type MarketIdentity, MarketReader } from '@app/chain';
import { newId } from '@app/common';
import type { ExecutionRecord, IntentPreview } from '@app/engine';
import type { ReadModels, ReadSubject } from '@app/indexer';
import { type AcceptanceService, type AcceptRequest, type ExecutionPreview, ExecutionsRepository } from '@app/intents';
import type { Database } from '@app/persistence';
import { type TokenBalance, WorkerTasksService } from '@app/queue';
import { acceptNewExecution, type NewAcceptance } from '../../libs/intents/src/executions/accept-execution.js';
import { AcceptancesRepository } from '../../libs/intents/src/executions/acceptances.repository.js';
import { randomAddress } from './requests.js';

/** Acceptance whose answers a test sets. */
export class FakeAcceptance implements Pick<AcceptanceService, keyof AcceptanceService> {
  readonly accepted: AcceptRequest[] = [];
  readonly waitsMs: number[] = [];
  readonly cancelled: string[] = [];
  /** Returns an execution id or throws as the service would. */
  onAccept: (request: AcceptRequest) => Promise<string> = () => Promise.resolve(newId('agent_execution'));
  onCancel: (intentId: string) => Promise<void> = () => Promise.resolve();
  database: Database;

  async accept(request: AcceptRequest): Promise<ExecutionRecord> {
    this.accepted.push(request);
    return { id: await this.onAccept(request) } as ExecutionRecord;
  }

  acceptNew(accepted: NewAcceptance, requestId: string): Promise<ExecutionRecord | null> {
    const acceptance = { requestId, executionEnabled: true, maxQueued: 100 };
    return acceptNewExecution(accepted, acceptance, new AcceptancesRepository(this.database));
  }

  waitFor({ id }: ExecutionRecord, timeoutMs: number): Promise<ExecutionRecord> {
    this.waitsMs.push(timeoutMs);
    return this.get(id);
  }

  async get(id: string): Promise<ExecutionRecord> {
    const [execution] = await new ExecutionsRepository(this.database).findMany([id]);
    if (execution === undefined) throw new Error('the test created no such execution');
    return execution;
  }

  async cancel(intentId: string): Promise<void> {
    this.cancelled.push(intentId);
    await this.onCancel(intentId);
  }
}

/** Wallet tasks that succeed or fail immediately. */
export class FakeWorkerTasks implements Pick<WorkerTasksService, keyof WorkerTasksService> {
  readonly provisioned: string[] = [];
  readonly faucetRequests: string[] = [];
  readonly passcodesSentFor: string[] = [];
  onProvision: (walletId: string) => Promise<'done' | 'pending'> = (walletId) => this.bind(walletId);
  onBalance: () => Promise<TokenBalance[]> = () => Promise.resolve([]);
  onFaucet: () => Promise<{ message?: string }> = () => Promise.resolve({});
  database: Database;

  async provision(walletId: string): Promise<'done' | 'pending'> {
    this.provisioned.push(walletId);
    return this.onProvision(walletId);
  }

  balance(_walletId: string): Promise<TokenBalance[]> {
    return this.onBalance();
  }

  faucet(walletId: string): Promise<{ message?: string }> {
    this.faucetRequests.push(walletId);
    return this.onFaucet();
  }

  sendPasscode(onboardingId: string): Promise<void> {
    this.passcodesSentFor.push(onboardingId);
    return Promise.resolve();
  }

  async bind(walletId: string): Promise<'done'> {
    const provisioned = { walletId, address: randomAddress(), providerWalletId: crypto.randomUUID() };
    await this.database.transaction((tx) => new WalletsRepository(tx).bindProvisioned(provisioned));
    return 'done';
  }
}

/** Chain whose markets a test sets. */
export class FakeMarketReader implements Pick<MarketReader, 'findMarket'> {
  readonly markets = new Map<string, MarketIdentity>();
  reads = 0;
  /** Thrown instead of an answer. */
  failure: Error | null = null;

  findMarket(marketContractAddress: string): Promise<MarketIdentity | null> {
    this.reads += 1;
    if (this.failure !== null) return Promise.reject(this.failure);
    return Promise.resolve(this.markets.get(marketContractAddress) ?? null);
  }
}

/** Records the executions that were waited for. */
export class FakeReadModels implements Pick<ReadModels, keyof ReadModels> {
  readonly waitedFor: string[] = [];

  waitForExecuted(subject: ReadSubject, id: string): Promise<void> {
    this.waitedFor.push(`${subject} ${id}`);
    return Promise.resolve();
  }

  waitUntilIndexed(executionId: string): Promise<void> {
    this.waitedFor.push(executionId);
    return Promise.resolve();
  }
}

/** Preview whose result a test sets. */
export class FakePreview implements Pick<ExecutionPreview, 'evaluate'> {
  preview: IntentPreview = { checks: [], isApproved: false, quote: null };

  evaluate(): Promise<IntentPreview> {
    return Promise.resolve(this.preview);
  }
}
