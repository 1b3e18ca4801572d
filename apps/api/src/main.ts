import 'reflect-metadata';
import { loadApiSettings } from '@app/config';
import { runProcess } from '@app/observability';
import { ApiApp, createLogger } from './create-app.js';

runProcess('api', async () => {
  const settings = loadApiSettings();
  const log = createLogger(settings);
  const app = await ApiApp.create(settings, log);
  const url = await app.listen(settings.API_HOST, settings.API_PORT);
  log.info({ event: 'api.listening', url });
  return { log, close: () => app.close() };
});
