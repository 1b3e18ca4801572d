import type { Secret } from '@app/common';
import type { WorkerSettings } from '@app/config';

export interface ProviderCredentials {
  kind: 'provider';
  baseUrl: string;
  apiKey: Secret;
  entitySecret: Secret;
}

export interface EncryptedKeystore {
  kind: 'keystore';
  json: Secret;
  passphrase: Secret;
}

export type ConfiguredCustody = ProviderCredentials | EncryptedKeystore;

/** The custody of CUSTODY; null unless all of its settings are set. A worker without one only sends e-mail. */
export function configuredCustody(settings: WorkerSettings): ConfiguredCustody | null {
  if (settings.CUSTODY === 'keystore') {
    const { KEYSTORE: json, KEYSTORE_PASSPHRASE: passphrase } = settings;
    return json === undefined || passphrase === undefined ? null : { kind: 'keystore', json, passphrase };
  }
  const { PROVIDER_BASE_URL: baseUrl, PROVIDER_API_KEY: apiKey, PROVIDER_ENTITY_SECRET: entitySecret } = settings;
  if (baseUrl === undefined || apiKey === undefined || entitySecret === undefined) return null;
  return { kind: 'provider', baseUrl, apiKey, entitySecret };
}
