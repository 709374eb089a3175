import pg from 'pg';
import { closeAtOnce, noticingSilence } from '#engine/connections';

const RECONNECT_MS = 1_000;
/** A connection that only listens does not notice that its server has fallen silent. */
const CHECK_MS = 10_000;
const STATEMENT_MS = 5_000;

/** Calls `wake` when a row is committed to the outbox. Reconnects if the connection is lost; polling covers the gap. */
export class OutboxListener {
  private client?: pg.Client;
  private check?: NodeJS.Timeout;
  private retry?: NodeJS.Timeout;
  private closed = false;

  constructor(
    private readonly databaseUrl: string,
    private readonly wake: () => void,
  ) {}

  async open(): Promise<void> {
    const client = new pg.Client({ connectionString: this.databaseUrl, ...noticingSilence(STATEMENT_MS) });
    this.client = client;
    client.on('notification', this.wake);
    client.on('error', () => undefined);
    client.on('end', () => this.reopen());
    try {
      await client.connect();
      await client.query('listen outbox');
      this.watch(client);
      this.wake();
    } catch {
      closeAtOnce(client);
    }
  }

  close(): void {
    this.closed = true;
    clearInterval(this.check);
    clearTimeout(this.retry);
    if (this.client) closeAtOnce(this.client);
  }

  private watch(client: pg.Client): void {
    this.check = setInterval(() => client.query('select 1').catch(() => closeAtOnce(client)), CHECK_MS).unref();
  }

  private reopen(): void {
    clearInterval(this.check);
    if (!this.closed) this.retry = setTimeout(() => void this.open(), RECONNECT_MS);
  }
}
