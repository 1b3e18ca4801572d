/** The key under which the number of lanes that one worker serves at the same time is provided. */
export const LANE_CONCURRENCY = Symbol('LaneConcurrency');
