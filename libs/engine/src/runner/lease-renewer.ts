import { Injectable } from '@nestjs/common';
import type { Lease } from '../domain/ports/engine-store.js';
import { EngineDependencies } from './engine-dependencies.js';
import type { StopTimer } from './timers.js';

const RENEWALS_PER_LEASE = 3;

/** Renews all leases of this process in one statement, three times per lease duration. */
@Injectable()
export class LeaseRenewer {
  private readonly tracked = new Map<string, Lease>();
  private readonly stop: StopTimer;

  constructor(private readonly dependencies: EngineDependencies) {
    this.stop = dependencies.timers.every(dependencies.settings.leaseMs / RENEWALS_PER_LEASE, () => void this.renew());
  }

  track(lease: Lease): void {
    this.tracked.set(lease.laneId, lease);
  }

  untrack(lease: Lease): void {
    this.tracked.delete(lease.laneId);
  }

  close(): void {
    this.stop();
  }

  private async renew(): Promise<void> {
    if (this.tracked.size === 0) return;
    try {
      await this.dependencies.store.renew([...this.tracked.values()]);
    } catch {
      // Database unavailable. The leases expire by its clock, and the fence then rejects every write under them.
    }
  }
}
