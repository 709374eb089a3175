import pg from 'pg';

const RECONNECT_MS = 1_000;

/** Calls `wake` when a row is committed to the outbox. Reconnects if the connection is lost; polling covers the gap. */
export class OutboxListener {
  private client?: pg.Client;
  private retry?: NodeJS.Timeout;
  private closed = false;

  constructor(
    private readonly databaseUrl: string,
    private readonly wake: () => void,
  ) {}

  async open(): Promise<void> {
    const client = new pg.Client(this.databaseUrl);
    this.client = client;
    client.on('notification', this.wake);
    client.on('error', () => undefined);
    client.on('end', () => this.reopen());
    try {
      await client.connect();
      await client.query('listen outbox');
      this.wake();
    } catch {
      client.end().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    await this.client?.end();
  }

  private reopen(): void {
    if (!this.closed) this.retry = setTimeout(() => void this.open(), RECONNECT_MS);
  }
}
