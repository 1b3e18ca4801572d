import { quoted } from '../format/shell.js';

/** Lines of `npm run ops --` that pages show. */
export const LINES = {
  why: (id: string) => line('why', id),
  showExecution: (id: string) => line('executions', 'show', id),
  settleExecuted: (id: string, hash: string | null) =>
    `${line('executions', 'settle', id, '--outcome', 'executed', '--tx')} ${hash ?? '0x…'}`,
  settleFailed: (id: string) => line('executions', 'settle', id, '--outcome', 'failed'),
  releaseLane: (agentId: string) => line('lanes', 'release', agentId),
  restored: () => line('restored'),
  showIndex: () => line('index', 'show'),
  rebuildIndex: () => line('index', 'rebuild', '--yes'),
  verify: () => line('verify'),
  pause: (scope: string) => line('pause', scope),
  resume: (scope: string) => line('resume', scope),
} as const;

/** Whether a typed value is an argument: ops would read a leading dash as an option. */
export function isArgument(value: string): boolean {
  return value !== '' && !value.startsWith('-');
}

function line(...words: readonly string[]): string {
  return words.map(quoted).join(' ');
}
