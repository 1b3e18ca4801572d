import type { ErrorCode, Json } from '@app/common';

export type TaskKind = 'provision_wallet' | 'read_balance' | 'request_faucet' | 'send_passcode';
export type TaskStatus = 'queued' | 'running' | 'sent' | 'done' | 'failed';

export interface WorkerTask {
  id: string;
  kind: TaskKind;
  /** The wallet, or for send_passcode the onboarding. */
  subjectId: string;
  status: TaskStatus;
  attempts: number;
  result: Json;
  errorCode: ErrorCode | null;
  requestId: string | null;
  /** Of the trace that it belongs to. */
  traceParent: string | null;
}

/** Whether nothing more comes of it. `sent` is not: its answer may still come, though it is never asked for again. */
export function isEnded({ status }: Pick<WorkerTask, 'status'>): boolean {
  return status === 'done' || status === 'failed';
}
