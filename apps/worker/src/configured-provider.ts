import type { Secret } from '@app/common';
import type { WorkerSettings } from '@app/config';

export interface ConfiguredProvider {
  baseUrl: string;
  apiKey: Secret;
  entitySecret: Secret;
}

/** Address and credentials of the wallet provider; null unless all are set. A worker without them only sends e-mail. */
export function configuredProvider(settings: WorkerSettings): ConfiguredProvider | null {
  const { PROVIDER_BASE_URL: baseUrl, PROVIDER_API_KEY: apiKey, PROVIDER_ENTITY_SECRET: entitySecret } = settings;
  if (baseUrl === undefined || apiKey === undefined || entitySecret === undefined) return null;
  return { baseUrl, apiKey, entitySecret };
}
