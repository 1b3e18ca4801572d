import { MemoryCommands } from '../../tools/lab/simulation/memory/memory-commands.js';
import type { ExecutionRow } from '../../tools/lab/simulation/memory/rows.js';

/** Cancels an execution whose step may have been sent. */
export class CancelledWhileArmed extends MemoryCommands {
  protected override endQueued(execution: ExecutionRow, nowMs: number): void {
    execution.status = 'queued';
    super.endQueued(execution, nowMs);
  }
}

/** Accepts an intent without checking its status again under the lock. */
export class AcceptedTwice extends MemoryCommands {
  protected override assertConfirmed(): void {
    // Every one of several simultaneous executes is accepted.
  }
}
