import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import { Random } from '../../../tools/support/random.js';
import type { AutoscalerSettings, ScalingRules } from './autoscaler.js';
import { type ControlResult, countTurns, runControlLoop } from './control-loop.js';

const MANIFEST = path.join(PROJECT_ROOT, 'deploy/kubernetes/overlays/high-availability/worker-autoscaler.yaml');
const DELAYS = { scrapeS: 15, syncS: 15, podStartS: 10 };
/** A worker needs 25 ms of CPU time per execution. Its pod requests a quarter of a core. */
const WORKERS = { perSecond: 40, busyCpuPercent: 400 };
const BASE_PER_S = 8;
const MINUTE = 60;
/** Bound of the project for waits that the provider's rate does not cause. */
const MAX_WAIT_S = 30;

interface ScaledObject {
  kind: string;
  spec: {
    minReplicaCount: number;
    maxReplicaCount: number;
    advanced: { horizontalPodAutoscalerConfig: { behavior: { scaleUp: ScalingRules; scaleDown: ScalingRules } } };
    triggers: { type: string; metricType: string; metadata: { query?: string; threshold?: string; value?: string } }[];
  };
}

function shippedSettings(): AutoscalerSettings {
  const documents = parseAllDocuments(readFileSync(MANIFEST, 'utf8')).map((one) => one.toJSON() as ScaledObject);
  const { spec } = documents.find(({ kind }) => kind === 'ScaledObject') as ScaledObject;
  const [age, cpu] = ['prometheus', 'cpu'].map((type) => spec.triggers.find((trigger) => trigger.type === type));
  expect(age).toMatchObject({ metricType: 'AverageValue' });
  expect(age?.metadata.query).toBe('max(presage_execution_oldest_queued_age_seconds)');
  expect(cpu).toMatchObject({ metricType: 'Utilization' });
  return {
    minReplicas: spec.minReplicaCount,
    maxReplicas: spec.maxReplicaCount,
    ageS: Number(age?.metadata.threshold),
    cpuPercent: Number(cpu?.metadata.value),
    ...spec.advanced.horizontalPodAutoscalerConfig.behavior,
  };
}

/** Load of an hour: a noisy base, times what `factor` returns for the second. */
function buildLoad(factor: (second: number) => number, seed = 1): number[] {
  const random = new Random(seed);
  return Array.from({ length: 60 * MINUTE }, (_, second) => {
    const perSecond = BASE_PER_S * factor(second);
    return random.between(Math.floor(perSecond * 0.8), Math.ceil(perSecond * 1.2));
  });
}

function run(load: number[], changes: Partial<AutoscalerSettings> = {}): ControlResult {
  return runControlLoop({ settings: { ...shippedSettings(), ...changes }, delays: DELAYS, workers: WORKERS, load });
}

/** Rises to fifty times the base within a minute, stays, and falls within a minute. */
const rampOf = (second: number): number => {
  const [up, down] = [(second - 10 * MINUTE) / MINUTE, (25 * MINUTE - second) / MINUTE];
  return 1 + 49 * Math.max(0, Math.min(1, up, down));
};
/** Fifty times the base for one minute. */
const minuteOf = (second: number): number => (second >= 10 * MINUTE && second < 11 * MINUTE ? 50 : 1);
const dayOf = (second: number): number => 10 + 9 * Math.sin((2 * Math.PI * second) / (30 * MINUTE));

describe('autoscaling of workers as shipped', () => {
  it('keeps every wait short when the load grows fifty times within a minute', () => {
    const { maxWaitS, replicas } = run(buildLoad(rampOf));
    expect(maxWaitS).toBeLessThanOrEqual(MAX_WAIT_S);
    expect(countTurns(replicas)).toBe(1); // up, and later down
    expect(replicas.at(-1)).toBe(shippedSettings().minReplicas);
  });

  it('keeps every wait short in a minute of fifty times the load', () => {
    const { maxWaitS, replicas } = run(buildLoad(minuteOf));
    expect(maxWaitS).toBeLessThanOrEqual(MAX_WAIT_S);
    expect(countTurns(replicas)).toBe(1);
  });

  it.each([1, 5, 10, 20, 40])('does not oscillate under a steady load of %d times the base', (times) => {
    const { maxWaitS, replicas } = run(buildLoad(() => times, times));
    expect(maxWaitS).toBeLessThanOrEqual(MAX_WAIT_S);
    expect(countTurns(replicas)).toBeLessThanOrEqual(1);
  });

  it('follows a load that rises and falls slowly', () => {
    const { maxWaitS, replicas } = run(buildLoad(dayOf));
    expect(maxWaitS).toBeLessThanOrEqual(5);
    expect(countTurns(replicas)).toBeLessThanOrEqual(4); // two periods
  });

  it('would oscillate by age alone, without a window', () => {
    const scaleDown = { stabilizationWindowSeconds: 0, policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] };
    const changes = { cpuPercent: 100_000, scaleDown: scaleDown as ScalingRules };
    expect(
      countTurns(
        run(
          buildLoad(() => 20),
          changes,
        ).replicas,
      ),
    ).toBeGreaterThan(10);
  });
});
