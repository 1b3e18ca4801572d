import { LaneSignal } from '@app/agents';
import type { Sql } from '@app/persistence';
import { bumpLane } from '../persistence/lane-leases.js';

export class PgLaneSignal extends LaneSignal {
  async changed(tx: Sql, walletId: string): Promise<void> {
    await bumpLane(tx, walletId);
  }
}
