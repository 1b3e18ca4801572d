import { Secret } from '@app/common';
import type { Logger } from '@app/observability';
import { isProviderUsable } from '@app/queue';
import { openBreaker } from '../../../../libs/queue/src/provider/provider-account.js';
import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { eventually } from '../../../../test/support/eventually.js';
import {
  openProviderFixture,
  type ProviderFixture,
  startInProcess,
} from '../../../../test/support/wallet-provider/harness.js';
import { API_KEY, ENTITY_SECRET } from '../../../../test/support/wallet-provider/provider-client.js';
import { LONG_TIMEOUT_MS } from '../../../../test/support/long-timeout.js';
import { HttpCustody } from '../custody/http-custody.js';
import { ProviderClient } from '../custody/provider-client.js';
import { BreakerProbe } from './breaker-probe.js';

const ROTATED_SECRET = new Secret('cd'.repeat(32));

describe('BreakerProbe', () => {
  let engine: EngineFixture;
  let fixture: ProviderFixture;

  beforeAll(async () => {
    [engine, fixture] = await Promise.all([openEngineFixture(), openProviderFixture()]);
  });

  afterAll(() => Promise.all([engine?.close(), fixture?.stop()]));

  const makeProbeDue = () => engine.database.query('UPDATE provider_accounts SET probe_at = now()');

  it('keeps the breaker open until the provider accepts the entity secret again', async () => {
    const rotated = await startInProcess(fixture, { PROVIDER_ENTITY_SECRET: ROTATED_SECRET });
    const events: string[] = [];
    const record = ({ event }: { event: string }): void => void events.push(event);
    const client = new ProviderClient({
      ...{ baseUrl: rotated.url, apiKey: new Secret(API_KEY), entitySecret: new Secret(ENTITY_SECRET) },
      timeoutMs: LONG_TIMEOUT_MS,
    });
    const provider = new HttpCustody(client);
    const probe = new BreakerProbe(engine.database, provider, { warn: record, info: record } as unknown as Logger);
    await openBreaker(engine.database);
    await makeProbeDue();
    probe.onApplicationBootstrap();
    try {
      await eventually(
        () => Promise.resolve([...events]),
        (seen) => seen.includes('provider.still_refused'),
      );
      expect(await isProviderUsable(engine.database)).toBe(false);
      await rotated.close();
      const restored = await startInProcess(fixture, { PROVIDER_PORT: Number(new URL(rotated.url).port) });
      await makeProbeDue();
      await eventually(
        () => isProviderUsable(engine.database),
        (isUsable) => isUsable,
      );
      expect(events.at(-1)).toBe('provider.accepted_again');
      await restored.close();
    } finally {
      await probe.beforeApplicationShutdown();
    }
  });
});
