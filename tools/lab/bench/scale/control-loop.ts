import { Autoscaler, type AutoscalerSettings } from './autoscaler.js';

/** Delays of a cluster between a change of the load and a ready pod, in seconds. */
export interface ClusterDelays {
  /** Interval of Prometheus, and of the autoscaler. */
  readonly scrapeS: number;
  readonly syncS: number;
  /** Time from a decision to a ready pod. */
  readonly podStartS: number;
}

export interface Workers {
  /** Executions per second of one worker whose core is busy. */
  readonly perSecond: number;
  /** CPU time of a busy worker, in percent of what its pod requests. */
  readonly busyCpuPercent: number;
}

export interface ControlRun {
  readonly settings: AutoscalerSettings;
  readonly delays: ClusterDelays;
  readonly workers: Workers;
  /** Accepted executions in each second. */
  readonly load: readonly number[];
}

export interface ControlResult {
  /** Longest time in seconds that an execution waited for a worker. */
  readonly maxWaitS: number;
  /** Replicas in each second. */
  readonly replicas: readonly number[];
}

/** Simulates workers that serve executions in order of acceptance, second by second, and the autoscaler above them. */
export function runControlLoop({ settings, delays, workers, load }: ControlRun): ControlResult {
  const autoscaler = new Autoscaler(settings);
  const queue: { atS: number; count: number }[] = [];
  const replicas: number[] = [];
  const busy: number[] = [];
  let [wanted, maxWaitS, scrapedAgeS] = [settings.minReplicas, 0, 0];
  let readyAtS = Array.from({ length: wanted }, () => 0);
  for (const [second, count] of load.entries()) {
    if (count > 0) queue.push({ atS: second, count });
    const ready = readyAtS.filter((atS) => atS <= second).length;
    const capacity = ready * workers.perSecond;
    const { served, waitS } = serve(queue, second, capacity);
    maxWaitS = Math.max(maxWaitS, waitS);
    busy.push(capacity === 0 ? 0 : served / capacity);
    if (second % delays.scrapeS === 0) scrapedAgeS = second - (queue[0]?.atS ?? second);
    if (second % delays.syncS === 0) {
      const recent = busy.slice(-delays.syncS);
      const cpuPercent = (workers.busyCpuPercent * recent.reduce((sum, share) => sum + share, 0)) / recent.length;
      wanted = autoscaler.decide(second, wanted, { observed: { ageS: scrapedAgeS, cpuPercent }, ready });
      const added = Math.max(0, wanted - readyAtS.length);
      readyAtS = [...readyAtS, ...Array.from({ length: added }, () => second + delays.podStartS)].slice(0, wanted);
    }
    replicas.push(wanted);
  }
  return { maxWaitS, replicas };
}

/** Takes the oldest executions. @returns how many, and the longest wait of those */
function serve(
  queue: { atS: number; count: number }[],
  second: number,
  capacity: number,
): { served: number; waitS: number } {
  let [left, waitS] = [capacity, 0];
  for (let head = queue[0]; head !== undefined && left > 0; head = queue[0]) {
    const taken = Math.min(left, head.count);
    waitS = Math.max(waitS, second - head.atS);
    left -= taken;
    head.count -= taken;
    if (head.count === 0) queue.shift();
  }
  return { served: capacity - left, waitS };
}

/** Number of times that the replicas changed their direction. */
export function countTurns(replicas: readonly number[]): number {
  const steps = replicas.slice(1).map((count, index) => Math.sign(count - (replicas[index] ?? count)));
  const moves = steps.filter((step) => step !== 0);
  return moves.slice(1).filter((step, index) => step !== moves[index]).length;
}
