import 'reflect-metadata';
import { loadApiSettings } from '@app/config';
import { runProcess } from '@app/observability';
import { createApp, createLogger } from './create-app.js';

runProcess('api', async () => {
  const settings = loadApiSettings();
  const log = createLogger(settings);
  const app = await createApp(settings, { log });
  await app.listen(settings.API_PORT, settings.API_HOST);
  log.info({ event: 'api.listening', url: await app.getUrl() });
  return { log, close: () => app.close() };
});
