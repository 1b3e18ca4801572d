import { MemoryCommands } from '../memory/memory-commands.js';
import type { ExecutionRow } from '../memory/rows.js';

/** A cancel does not ask whether something is out already. */
export class CancelledWhileArmed extends MemoryCommands {
  protected override endQueued(execution: ExecutionRow, nowMs: number): void {
    execution.status = 'queued';
    super.endQueued(execution, nowMs);
  }
}

/** The intent that was read as confirmed is taken without asking whether it still is. */
export class AcceptedTwice extends MemoryCommands {
  protected override refuseUnlessConfirmed(): void {
    // The bug: of simultaneous executes each is accepted.
  }
}
