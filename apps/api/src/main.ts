import 'reflect-metadata';
import { loadApiSettings, PRODUCT_VERSION } from '@app/config';
import { runProcess } from '@app/observability';
import { createApp, createLogger } from './create-app.js';
import { listenOnIpv6Loopback } from './http/listen-on-ipv6-loopback.js';

runProcess('api', async () => {
  const settings = loadApiSettings();
  const log = createLogger(settings);
  const app = await createApp(settings, { log });
  await app.listen(settings.API_PORT, settings.API_HOST);
  const closeIpv6Loopback = await listenOnIpv6Loopback(app.getHttpServer());
  log.info({ event: 'api.listening', version: PRODUCT_VERSION, url: await app.getUrl() });
  const close = (): Promise<void> => {
    closeIpv6Loopback();
    return app.close();
  };
  return { log, close };
});
