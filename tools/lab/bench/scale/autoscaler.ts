/** Settings of a HorizontalPodAutoscaler as KEDA creates it, with a trigger on the backlog's age and one on CPU time. */
export interface AutoscalerSettings {
  readonly minReplicas: number;
  readonly maxReplicas: number;
  /** Age in seconds of the oldest waiting execution per replica (metric type AverageValue). */
  readonly ageS: number;
  /** CPU time in use, in percent of what the pod requests. */
  readonly cpuPercent: number;
  readonly scaleUp: ScalingRules;
  readonly scaleDown: ScalingRules;
}

export interface ScalingRules {
  /** Time in seconds whose lowest (up) or highest (down) recommendation counts. */
  readonly stabilizationWindowSeconds: number;
  readonly policies: readonly ScalingPolicy[];
}

export interface ScalingPolicy {
  readonly type: 'Percent' | 'Pods';
  readonly value: number;
  readonly periodSeconds: number;
}

export interface Observation {
  readonly ageS: number;
  readonly cpuPercent: number;
}

/** Deviation from the target that Kubernetes ignores. */
const TOLERANCE = 0.1;

/** The control loop of Kubernetes' documentation: recommendation by metric, stabilisation window, then policies. */
export class Autoscaler {
  private readonly recommended: { atS: number; replicas: number }[] = [];
  private readonly changed: { atS: number; from: number }[] = [];

  constructor(private readonly settings: AutoscalerSettings) {}

  /** @param ready replicas whose CPU time was observed. @returns the wanted number of replicas */
  decide(atS: number, current: number, { observed, ready }: { observed: Observation; ready: number }): number {
    const { minReplicas, maxReplicas, scaleUp, scaleDown } = this.settings;
    const wanted = clamp(this.recommend(observed, ready), minReplicas, maxReplicas);
    this.recommended.push({ atS, replicas: wanted });
    const within = (windowS: number): number[] =>
      this.recommended.filter((one) => one.atS >= atS - windowS).map(({ replicas }) => replicas);
    const up = Math.min(...within(scaleUp.stabilizationWindowSeconds));
    const down = Math.max(...within(scaleDown.stabilizationWindowSeconds));
    const stable = up > current ? up : down < current ? down : current;
    const next = this.limit(atS, current, stable);
    if (next !== current) this.changed.push({ atS, from: current });
    return next;
  }

  private recommend({ ageS, cpuPercent }: Observation, ready: number): number {
    const ratio = cpuPercent / this.settings.cpuPercent;
    const byCpu = Math.abs(ratio - 1) <= TOLERANCE ? ready : Math.ceil(ready * ratio);
    return Math.max(byCpu, Math.ceil(ageS / this.settings.ageS));
  }

  /** Limits the change by the most permissive policy. */
  private limit(atS: number, current: number, wanted: number): number {
    if (wanted === current) return current;
    const { policies } = wanted > current ? this.settings.scaleUp : this.settings.scaleDown;
    const bounds = policies.map(({ type, value, periodSeconds }) => {
      const start = this.changed.find((change) => change.atS > atS - periodSeconds)?.from ?? current;
      const step = type === 'Pods' ? value : Math.ceil((start * value) / 100);
      return wanted > current ? start + step : start - step;
    });
    return wanted > current ? Math.min(wanted, Math.max(...bounds)) : Math.max(wanted, Math.min(...bounds));
  }
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
