/**
 * Points at which a process may be killed, numbered 1 to 16. After a kill at any of them every confirmed intent
 * still has exactly one effect, and the records agree.
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
  /** 11 and 12 correspond to 6 and 7, for the second step of a buy. */
  main_armed: 11,
  main_sent_answer_lost: 12,
  mined_not_recorded: 13,
  mined_no_readback: 14,
  done_not_acknowledged: 15,
  lease_stolen_in_call: 16,
} as const;

export type Failpoint = keyof typeof FAILPOINTS;

/** Lets tests kill the process, or steal its lease, at a named line. */
export abstract class Failpoints {
  /** @param laneId lane being served, if any */
  abstract reach(point: Failpoint, laneId?: string): Promise<void>;
}
