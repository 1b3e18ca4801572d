import pg from 'pg';

export const NOTIFICATION_CHANNEL = 'presage';
const RECONNECT_DELAY_MS = 500;
const CONNECT_TIMEOUT_MS = 10_000;
/** A listening connection is silent for long. With ten probes, one a second, a lost host is noticed within half a minute. */
const KEEP_ALIVE_DELAY_MS = 15_000;

export interface NotificationsOptions {
  databaseUrl: string;
  applicationName: string;
  /** Called for every lost connection, and for every attempt that fails. The client reconnects by itself. */
  onDisconnect: () => void;
  /** Called when the client listens. */
  onListen?: () => void;
}

type Listener = () => void;

/**
 * Receives notifications of changed rows (`pg_notify('presage', key)`) over its own connection. A notification is lost while
 * that connection is down: all listeners are called when it is back, and poll meanwhile.
 */
export class Notifications {
  private readonly listeners = new Map<string, Set<Listener>>();
  private client: pg.Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private closed = false;
  private cancelled = false;
  private hasMissed = false;

  constructor(private readonly options: NotificationsOptions) {}

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.options.databaseUrl,
      application_name: this.options.applicationName,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
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
      this.options.onListen?.();
      if (this.hasMissed) this.callAll();
      this.hasMissed = false;
    } catch {
      // The database is unreachable: retried after the delay.
      this.reconnect(client);
    }
  }

  /** Calls `listener` for every notification of the key, until the returned function is called. */
  subscribe(key: string, listener: Listener): () => void {
    const listeners = this.listeners.get(key) ?? new Set();
    this.listeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.listeners.delete(key);
    };
  }

  /** Whether waits return at once because the process is shutting down. */
  get waitsCancelled(): boolean {
    return this.cancelled;
  }

  /** Ends all waits, each with the row as it is. */
  cancelWaits(): void {
    this.cancelled = true;
    this.callAll();
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    await this.client?.end().catch(() => undefined);
  }

  private callAll(): void {
    this.listeners.forEach((listeners) => listeners.forEach((listener) => listener()));
  }

  private reconnect(lost: pg.Client): void {
    if (this.closed || this.client !== lost) return;
    this.hasMissed = true;
    this.client = undefined;
    this.options.onDisconnect();
    lost.end().catch(() => undefined);
    this.retry = setTimeout(() => void this.start(), RECONNECT_DELAY_MS);
  }
}
