import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Chain } from '@app/chain';
import { Logger, Metrics } from '@app/observability';
import { EngineStore } from '../domain/ports/engine-store.js';
import { Failpoints } from '../domain/ports/failpoints.js';
import { Custody } from '../domain/ports/custody.js';
import { ENGINE_SETTINGS, type EngineSettings } from './engine-settings.js';
import { Timers } from './timers.js';

/** Dependencies of lane runner and step handlers. The simulation provides its own, with seeded keys and virtual time. */
@Injectable()
export class EngineDependencies {
  readonly newKey: () => string = randomUUID;
  readonly random: () => number = Math.random;

  constructor(
    readonly store: EngineStore,
    readonly custody: Custody,
    readonly chain: Chain,
    @Inject(ENGINE_SETTINGS) readonly settings: EngineSettings,
    readonly failpoints: Failpoints,
    readonly timers: Timers,
    readonly metrics: Metrics,
    readonly log: Logger,
  ) {}
}
