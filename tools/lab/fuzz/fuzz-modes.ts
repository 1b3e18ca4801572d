import type { ApiSettings } from '@app/config';

type AccessSettings = Pick<ApiSettings, 'AUTH_MODE' | 'AUTH_READS'>;

export const FUZZ_MODES = ['open', 'keys', 'private', 'keys-private'] as const;
/** Whether writes, reads of agents, or both require API keys. */
export type FuzzMode = (typeof FUZZ_MODES)[number];

export const ACCESS_SETTINGS: Readonly<Record<FuzzMode, AccessSettings>> = {
  open: { AUTH_MODE: 'off', AUTH_READS: 'public' },
  keys: { AUTH_MODE: 'api_key', AUTH_READS: 'public' },
  private: { AUTH_MODE: 'off', AUTH_READS: 'account' },
  'keys-private': { AUTH_MODE: 'api_key', AUTH_READS: 'account' },
};
