export const TASK_KINDS = ['provision_wallet', 'read_balance', 'request_faucet', 'send_passcode'] as const;
export type TaskKind = (typeof TASK_KINDS)[number];
export type TaskStatus = 'queued' | 'running' | 'sent' | 'done' | 'failed';

/** Whether the task's result is final. A `sent` task may still get its result, and is never sent again. */
export function isEnded({ status }: { status: TaskStatus }): boolean {
  return status === 'done' || status === 'failed';
}
