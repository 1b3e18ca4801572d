/**
 * The moments at which a process may die, by the numbers of the crash matrix. Whatever is killed at one of them, each
 * confirmed intent has one effect and the records say so.
 */
export const FAILPOINTS = {
  before_accepting_commit: 1,
  accepted_not_enqueued: 2,
  job_taken_no_lease: 3,
  lease_held_nothing_armed: 4,
  during_arming: 5,
  armed_not_sent: 6,
  sent_answer_lost: 7,
  answered_not_saved: 8,
  waiting_for_block: 9,
  approved_main_planned: 10,
  /** 11 and 12 are 6 and 7 of the second step of a buy. */
  main_armed: 11,
  main_sent_answer_lost: 12,
  mined_not_recorded: 13,
  recorded_no_readback: 14,
  done_not_acknowledged: 15,
  lease_stolen_in_call: 16,
} as const;

export type Failpoint = keyof typeof FAILPOINTS;

/** Lets a test stop the process, or take its lease, at a named line. Does nothing anywhere else. */
export abstract class Failpoints {
  /** @param laneId the lane in hand, where there is one */
  abstract reach(point: Failpoint, laneId?: string): Promise<void>;
}

class NoFailpoints extends Failpoints {
  override reach(): Promise<void> {
    return Promise.resolve();
  }
}

export const NO_FAILPOINTS: Failpoints = new NoFailpoints();
