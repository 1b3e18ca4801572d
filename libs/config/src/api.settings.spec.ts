import { API_FIELDS } from './api.settings.js';
import { readSettings } from './read-settings.js';

describe('QUEUE_DASHBOARD_URL', () => {
  const read = (url: string) =>
    readSettings({ QUEUE_DASHBOARD_URL: API_FIELDS.QUEUE_DASHBOARD_URL }, { QUEUE_DASHBOARD_URL: url });

  it.each(['', 'http://127.0.0.1:4001/queues/', 'https://workers.internal/queues/'])('takes "%s"', (url) =>
    expect(read(url)).toEqual({ QUEUE_DASHBOARD_URL: url }),
  );

  it.each(['https://', 'http://a b/', 'ftp://workers.internal/', 'javascript:alert(1)', 'workers.internal'])(
    'refuses %s',
    (url) => expect(() => read(url)).toThrow(/QUEUE_DASHBOARD_URL must be a URL that starts with http/),
  );
});
