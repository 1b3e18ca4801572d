import { Logger, Metrics } from '@app/observability';
import { Failpoints } from '../../../../libs/engine/src/domain/ports/failpoints.js';
import { LaneJobs, type LaneWakeup } from '../../../../libs/engine/src/domain/ports/lane-jobs.js';
import { BlockWatcher } from '../../../../libs/engine/src/runner/block-watcher.js';
import type { EngineDependencies } from '../../../../libs/engine/src/runner/engine-dependencies.js';
import type { EngineSettings } from '../../../../libs/engine/src/runner/engine-settings.js';
import { LaneRunner } from '../../../../libs/engine/src/runner/lane-runner.js';
import { LaneScheduler } from '../../../../libs/engine/src/runner/lane-scheduler.js';
import { LeaseRenewer } from '../../../../libs/engine/src/runner/lease-renewer.js';
import type { StepRunner } from '../../../../libs/engine/src/runner/step-runner.js';
import { type ChainFaults, SimulatedChain } from '../chain/simulated-chain.js';
import type { Ledger } from '../chain/ledger.js';
import type { NodePool } from '../keystore/node-pool.js';
import { SimulatedKeystore } from '../keystore/simulated-keystore.js';
import type { MemoryEngine } from '../memory/memory-engine.js';
import { MemoryEngineStore } from '../memory/memory-engine-store.js';
import type { ProviderModel } from '../provider/provider-model.js';
import { SimulatedProvider } from '../provider/simulated-provider.js';
import type { Observer } from '../world/observer.js';
import type { World } from '../world/world.js';
import { FaultInjector } from './fault-injector.js';
import type { VirtualProcess } from './virtual-process.js';
import { VirtualTimers } from './virtual-timers.js';

/** Parts outside of the workers, shared by all of them. */
export interface Environment {
  world: World;
  observer: Observer;
  engine: MemoryEngine;
  ledger: Ledger;
  chainFaults: ChainFaults;
  provider: ProviderModel;
  /** Pool of the node that a keystore sends to; null with the provider as custody. */
  pool: NodePool | null;
  settings: EngineSettings;
  /** Creates the engine's step runner, or a mutant's. */
  createSteps: (dependencies: EngineDependencies, world: World) => StepRunner;
  enqueueWakeup: (laneId: string, delayMs: number) => void;
}

const SILENT = { log: Logger.create({ app: 'simulation', level: 'silent', format: 'json' }), metrics: Metrics.off() };

class InjectedFailpoints extends Failpoints {
  constructor(private readonly injector: FaultInjector) {
    super();
  }

  override reach(): Promise<void> {
    return this.injector.reach();
  }
}

/** The cluster's queue, called like another process. */
class VirtualLaneJobs extends LaneJobs {
  constructor(
    private readonly injector: FaultInjector,
    private readonly enqueue: Environment['enqueueWakeup'],
  ) {
    super();
  }

  override add({ laneId, delayMs }: LaneWakeup): Promise<void> {
    return this.injector.call(`jobs.add ${laneId} in ${delayMs}`, () => this.enqueue(laneId, delayMs));
  }
}

const CONCURRENCY = 4;

/** A worker process: the engine's runners on virtual time, with faults injected into every call. */
export class VirtualWorker {
  private readonly scheduler: LaneScheduler;

  constructor(
    readonly process: VirtualProcess,
    { world, observer, engine, ledger, chainFaults, provider, pool, settings, createSteps, enqueueWakeup }: Environment,
  ) {
    const { confirmations } = settings;
    const injector = new FaultInjector(world, process);
    const store = new MemoryEngineStore(engine, injector, world);
    const dependencies: EngineDependencies = {
      ...SILENT,
      store,
      custody:
        pool === null
          ? new SimulatedProvider(provider, injector, world, observer)
          : new SimulatedKeystore({ world, ledger, pool, injector, observer, log: SILENT.log, confirmations }),
      chain: new SimulatedChain(ledger, chainFaults, injector, world),
      settings,
      newKey: () => world.newKey(),
      random: world.random.next,
      failpoints: new InjectedFailpoints(injector),
      timers: new VirtualTimers(world, process),
    };
    const blocks = new BlockWatcher(dependencies);
    const leases = new LeaseRenewer(dependencies);
    const jobs = new VirtualLaneJobs(injector, enqueueWakeup);
    const runner = new LaneRunner(dependencies, createSteps(dependencies, world), leases, blocks, jobs);
    this.scheduler = new LaneScheduler(CONCURRENCY, dependencies, runner, blocks);
    this.process.run(() => this.scheduler.start());
  }

  runLane(laneId: string): void {
    this.process.run(() => void this.scheduler.runJob(laneId, { isRedelivered: false }));
  }

  /** Shuts down gracefully: running lanes finish their current move. */
  drain(): void {
    this.process.run(() => void this.scheduler.close().then(() => this.process.die()));
  }
}
