import pg from 'pg';

export const NOTIFICATION_CHANNEL = 'presage';
const RECONNECT_DELAY_MS = 500;

export interface NotificationsOptions {
  databaseUrl: string;
  applicationName: string;
  /** Called once for every lost connection; listening goes on by itself. */
  onDisconnect: () => void;
}

type Listener = () => void;

/**
 * Tells waiters that a row changed (`pg_notify('presage', key)`), over one connection of its own. A notification can be
 * lost while that connection is down, so every waiter polls slowly as well: this only makes the answer quick.
 */
export class Notifications {
  private readonly listeners = new Map<string, Set<Listener>>();
  private client: pg.Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private closed = false;
  private waitingIsOver = false;

  constructor(private readonly options: NotificationsOptions) {}

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.options.databaseUrl,
      application_name: this.options.applicationName,
      keepAlive: true,
    });
    client.on('notification', ({ payload }) => {
      this.listeners.get(payload ?? '')?.forEach((listener) => listener());
    });
    client.on('error', () => this.reconnect(client));
    client.on('end', () => this.reconnect(client));
    this.client = client;
    try {
      await client.connect();
      await client.query(`LISTEN ${NOTIFICATION_CHANNEL}`);
    } catch {
      // The database is away; the next try comes with the reconnect.
      this.reconnect(client);
    }
  }

  /** Calls back on every notification of the key until the returned function is called. */
  subscribe(key: string, listener: Listener): () => void {
    const listeners = this.listeners.get(key) ?? new Set();
    this.listeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.listeners.delete(key);
    };
  }

  /** True when the process is ending: whoever waits then makes do with what there is. */
  get waitsAreOver(): boolean {
    return this.waitingIsOver;
  }

  /** Ends all waits early, each with the row as it stands, for a process that is to end soon. */
  cancelWaits(): void {
    this.waitingIsOver = true;
    this.listeners.forEach((listeners) => listeners.forEach((listener) => listener()));
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    await this.client?.end().catch(() => undefined);
  }

  private reconnect(lost: pg.Client): void {
    if (this.closed || this.client !== lost) return;
    this.client = undefined;
    this.options.onDisconnect();
    lost.end().catch(() => undefined);
    this.retry = setTimeout(() => void this.start(), RECONNECT_DELAY_MS);
  }
}
