import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';

/** Interval of the measured timers, included in each delay of the histogram. */
export const RESOLUTION_MS = 20;
const SAMPLE_INTERVAL_MS = 100;
/** Delays per sample at least. Their median ignores a single pause, however long. */
const MIN_DELAYS = 6;

/** Delays of timers in ns. */
type DelayHistogram = Pick<IntervalHistogram, 'count' | 'percentile' | 'reset' | 'enable' | 'disable'>;

/** Measures how far this process's own work delays the event loop. */
export class EventLoopMonitor implements OnModuleInit, OnApplicationShutdown {
  private sampler: NodeJS.Timeout | undefined;
  private cpuUsage: NodeJS.CpuUsage;
  private lastDelayMs = 0;
  private turnStartedMs: number | null = null;

  constructor(
    private readonly histogram: DelayHistogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS }),
    private readonly readCpuUsage: typeof process.cpuUsage = (previous) => process.cpuUsage(previous),
  ) {
    this.cpuUsage = readCpuUsage();
  }

  onModuleInit(): void {
    this.histogram.enable();
    this.sampler = setInterval(() => this.sample(), SAMPLE_INTERVAL_MS).unref();
  }

  onApplicationShutdown(): void {
    this.histogram.disable();
    clearInterval(this.sampler);
  }

  /** Time in ms since the first call in this event-loop turn; 0 for that call. Other events of the turn wait for it. */
  turnMs(): number {
    const nowMs = performance.now();
    if (this.turnStartedMs !== null) return nowMs - this.turnStartedMs;
    this.turnStartedMs = nowMs;
    setImmediate(() => (this.turnStartedMs = null));
    return 0;
  }

  /** Median delay of timers in ms, in the last sample. */
  delayMs(): number {
    return this.lastDelayMs;
  }

  /**
   * Processor time bounds the delay: a process that others keep from the processor is late too, and refusing its
   * requests would not help.
   */
  private sample(): void {
    const { count } = this.histogram;
    if (count < MIN_DELAYS) return;
    const { user, system } = this.readCpuUsage(this.cpuUsage);
    const cpuMsPerDelay = (user + system) / 1_000 / count;
    const delayMs = this.histogram.percentile(50) / 1e6 - RESOLUTION_MS;
    this.lastDelayMs = Math.max(0, Math.min(delayMs, cpuMsPerDelay));
    this.cpuUsage = this.readCpuUsage();
    this.histogram.reset();
  }
}
