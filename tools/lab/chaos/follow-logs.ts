import { setTimeout as delay } from 'node:timers/promises';
import type { ChaosStack } from './chaos-stack.js';
import { type FollowedLog, type LogFollower, PollFollower, StreamFollower } from './log-follower.js';

const POLL_INTERVAL_MS = 100;
const CATCH_UP_TIMEOUT_MS = 300_000;

export interface LogsReport {
  /** Followed logs, each by a stream and by requests. */
  readonly logs: number;
  /** Events that both followers of each log got. */
  readonly events: number;
  readonly repeated: number;
  readonly failures: number;
  /** Gaps, events out of order, changed events, refused positions, and logs that were not read to their end. */
  readonly faults: readonly string[];
}

/** Followers of the logs of all agents and markets, beginning with the first event. */
export class FollowedLogs {
  private constructor(
    private readonly stack: ChaosStack,
    private readonly followers: readonly LogFollower[],
  ) {}

  /** Waits until this number of markets have a log, and follows the logs that exist then. */
  static async start(stack: ChaosStack, markets: number): Promise<FollowedLogs> {
    const { apiPort } = stack.config;
    for (;;) {
      const rows = await stack.postgres.query('SELECT log FROM event_logs ORDER BY log');
      const logs = rows.map(({ log }) => String(log));
      if (logs.filter((log) => log.startsWith('market:')).length < markets) {
        await delay(POLL_INTERVAL_MS);
        continue;
      }
      const followed = logs.map((log): FollowedLog => ({ log, url: `http://127.0.0.1:${apiPort}${toPath(log)}` }));
      return new FollowedLogs(
        stack,
        followed.flatMap((one) => [new StreamFollower(one), new PollFollower(one)]),
      );
    }
  }

  /** Waits until every follower has read its log to the end, and stops them. */
  async finish(): Promise<LogsReport> {
    const heads = await this.readHeads();
    const listBehind = (): LogFollower[] =>
      this.followers.filter(({ followed, position }) => position < (heads.get(followed.log) ?? 0));
    const deadlineMs = Date.now() + CATCH_UP_TIMEOUT_MS;
    while (listBehind().length > 0 && Date.now() < deadlineMs) await delay(POLL_INTERVAL_MS);
    const behind = listBehind().map(
      ({ followed: { log }, position }) => `${log} ends at ${heads.get(log)}, was read up to ${position}`,
    );
    await this.stop();
    const sum = (count: (one: LogFollower) => number): number =>
      this.followers.reduce((total, one) => total + count(one), 0);
    return {
      logs: heads.size,
      events: [...heads.values()].reduce((total, head) => total + head, 0),
      repeated: sum(({ repeated }) => repeated),
      failures: sum(({ failures }) => failures),
      faults: [...this.followers.flatMap(({ faults }) => faults), ...behind],
    };
  }

  async stop(): Promise<void> {
    await Promise.all(this.followers.map((one) => one.stop()));
  }

  private async readHeads(): Promise<Map<string, number>> {
    const logs = [...new Set(this.followers.map(({ followed }) => followed.log))];
    const rows = await this.stack.postgres.query('SELECT log, head_seq FROM event_logs WHERE log = ANY ($1)', [logs]);
    return new Map(rows.map(({ log, head_seq: head }) => [String(log), Number(head)]));
  }
}

function toPath(log: string): string {
  const [kind, id] = [log.slice(0, log.indexOf(':')), log.slice(log.indexOf(':') + 1)];
  return kind === 'agent' ? `/agent/events/${id}` : `/markets/${id}/events`;
}
