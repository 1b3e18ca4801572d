import type { Field } from './field.js';
import { SettingsError } from './read-settings.js';

/** Failpoint at which the process kills itself. */
export interface FailpointSetting {
  /** Number of the failpoint, 1 to 16. */
  readonly point: number;
  /** Occurrence at which the process kills itself, counted from 1. */
  readonly nth: number;
  /** Delay after that occurrence. */
  readonly afterMs: number;
}

const SETTING = /^([1-9]|1[0-6])@([1-9]\d{0,5})(?:\+(\d{1,6}))?$/;

/** Failpoints for tests, read by API and worker. */
export const FAILPOINT_FIELDS = {
  FAILPOINTS: {
    doc: 'Tests only, rejected in production: points at which the process kills itself, as POINT@NTH or POINT@NTH+MILLISECONDS.',
    form: 'comma-separated list',
    sample: '',
    required: false,
    secret: false,
    parse: (text: string | undefined) => (text === undefined ? [] : text.split(',').map(parseSetting)),
  } satisfies Field<readonly FailpointSetting[]>,
} as const;

interface TestSettings {
  readonly NODE_ENV: string;
  readonly FAILPOINTS?: readonly FailpointSetting[];
  readonly WEBHOOK_ALLOW_PRIVATE?: boolean;
}

/** @throws {SettingsError} when settings of tests are set in production */
export function refuseTestSettings({ NODE_ENV, FAILPOINTS = [], WEBHOOK_ALLOW_PRIVATE }: TestSettings): void {
  if (NODE_ENV !== 'production') return;
  if (FAILPOINTS.length > 0) throw new SettingsError(['FAILPOINTS must be empty in production']);
  if (WEBHOOK_ALLOW_PRIVATE) throw new SettingsError(['WEBHOOK_ALLOW_PRIVATE must be false in production']);
}

function parseSetting(text: string): FailpointSetting {
  const [, point, nth, afterMs = '0'] = SETTING.exec(text.trim()) ?? [];
  if (point === undefined || nth === undefined) throw new Error('must look like 6@2 or 6@2+15');
  return { point: Number(point), nth: Number(nth), afterMs: Number(afterMs) };
}
