import { Logger, Metrics } from '@app/observability';
import { Failpoints } from '../../../libs/engine/src/domain/ports/failpoints.js';
import type { EngineParts } from '../../../libs/engine/src/runner/engine-parts.js';
import type { EngineSettings } from '../../../libs/engine/src/runner/engine-settings.js';
import { LaneRunner } from '../../../libs/engine/src/runner/lane-runner.js';
import { LeaseRenewer } from '../../../libs/engine/src/runner/lease-renewer.js';
import type { StepRunner } from '../../../libs/engine/src/runner/step-runner.js';
import { type ChainFaults, SimulatedChain } from '../chain/simulated-chain.js';
import type { Ledger } from '../chain/ledger.js';
import type { MemoryEngine } from '../memory/memory-engine.js';
import { MemoryEngineStore } from '../memory/memory-engine-store.js';
import type { ProviderModel } from '../provider/provider-model.js';
import { SimulatedProvider } from '../provider/simulated-provider.js';
import type { Observer } from '../world/observer.js';
import type { World } from '../world/world.js';
import { Gate } from './gate.js';
import type { VirtualProcess } from './virtual-process.js';
import { VirtualTimers } from './virtual-timers.js';

/** Everything outside of the workers. */
export interface Surroundings {
  world: World;
  witness: Observer;
  engine: MemoryEngine;
  ledger: Ledger;
  weather: ChainFaults;
  provider: ProviderModel;
  settings: EngineSettings;
  /** The engine's moves; a planted bug gives others. */
  createSteps: (parts: EngineParts, world: World) => StepRunner;
}

const SILENT = { log: Logger.create({ app: 'simulation', level: 'silent', format: 'json' }), metrics: Metrics.off() };

class GatedFailpoints extends Failpoints {
  constructor(private readonly gate: Gate) {
    super();
  }

  override reach(): Promise<void> {
    return this.gate.pass();
  }
}

/** A worker process: the real runners on virtual time, with everything they ask for behind a gate. */
export class VirtualWorker {
  private readonly runner: LaneRunner;

  constructor(
    readonly process: VirtualProcess,
    { world, witness, engine, ledger, weather, provider, settings, createSteps }: Surroundings,
  ) {
    const gate = new Gate(world, process);
    const timers = new VirtualTimers(world, process);
    const store = new MemoryEngineStore(engine, gate, world);
    const parts: EngineParts = {
      ...SILENT,
      store,
      provider: new SimulatedProvider(provider, gate, world, witness),
      chain: new SimulatedChain(ledger, weather, gate),
      settings,
      newKey: () => world.newKey(),
      random: world.random.next,
      failpoints: new GatedFailpoints(gate),
    };
    this.runner = new LaneRunner(parts, createSteps(parts, world), new LeaseRenewer(parts, timers), timers);
  }

  ring(laneId: string): void {
    this.process.run(() => void this.runner.run(laneId));
  }

  /** Ends as a deployment ends it: what is in hand comes to a point where another can go on. */
  drain(): void {
    this.process.run(() => void this.runner.close().then(() => this.process.die()));
  }
}
