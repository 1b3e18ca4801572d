import { API_FIELDS, loadWebhooksSettings, WEBHOOKS_FIELDS, WORKER_FIELDS } from '@app/config';

const ENV = { DATABASE_URL: 'postgres://presage_webhooks@127.0.0.1/presage', WEBHOOK_KEY: '02'.repeat(32) };

describe('the settings of webhooks', () => {
  it('has no credential but its database role and the key of the signing secrets', () => {
    const secrets = Object.entries(WEBHOOKS_FIELDS).flatMap(([name, { secret }]) => (secret ? [name] : []));
    expect(secrets.sort()).toEqual(['DATABASE_DIRECT_URL', 'DATABASE_URL', 'WEBHOOK_KEY', 'WEBHOOK_KEY_PREVIOUS']);
    const foreign = /^(PROVIDER|KEYSTORE|CUSTODY|STEP_SEAL|PASSCODE|SMTP|QUEUE|CHAIN)/;
    expect(Object.keys(WEBHOOKS_FIELDS).filter((name) => foreign.test(name))).toEqual([]);
  });

  it('keep the key of the signing secrets from workers', () => {
    expect([Object.hasOwn(API_FIELDS, 'WEBHOOK_KEY'), Object.hasOwn(WORKER_FIELDS, 'WEBHOOK_KEY')]).toEqual([
      true,
      false,
    ]);
  });

  it('refuse private addresses in production, which is the default, and a missing key', () => {
    expect(loadWebhooksSettings(ENV)).toMatchObject({ WEBHOOK_ALLOW_PRIVATE: false, WEBHOOK_TIMEOUT_MS: 10_000 });
    expect(() => loadWebhooksSettings({ ...ENV, WEBHOOK_ALLOW_PRIVATE: 'true' })).toThrow(
      'WEBHOOK_ALLOW_PRIVATE must be false in production',
    );
    expect(() => loadWebhooksSettings({ ...ENV, WEBHOOK_KEY: '' })).toThrow('WEBHOOK_KEY is required');
  });
});
