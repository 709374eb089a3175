import type { Writable } from 'node:stream';
import { Client, type ClientConfig, type Pool, type QueryConfig, type QueryResult } from 'pg';
import { closeAtOnce, endConnection, noticingSilence } from '#engine/connections';
import { lockMsOf, STATEMENT_MS } from '#engine/tenancy';

/**
 * A response that is lost is built again from its steps, whose transactions wait for the disk. A plan that was made while the table
 * was empty must not remain a sequential scan.
 */
const SETTINGS =
  'set synchronous_commit = off; set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set jit = off';

/**
 * One connection beside the pool, opened on first use. It holds the advisory locks of requests that are under way: they are
 * session-level locks, so PostgreSQL releases them when the process dies, and no transaction stays open for the duration of a
 * request. If the connection is lost, so are its locks; the next statements open another one.
 */
export class LockConnection implements AsyncDisposable {
  private client?: Promise<Client>;
  /** The latest connection; an older one may end later. */
  private connected?: Client;

  constructor(
    private readonly pool: () => Promise<Pool>,
    /** Where to connect to; by default where the pool does. */
    private readonly url?: string,
  ) {}

  /** Sends all statements without waiting for results; each is committed on its own. */
  async send(statements: readonly QueryConfig[]): Promise<PromiseSettledResult<QueryResult>[]> {
    const client = await (this.client ??= this.connect());
    return Promise.allSettled(inOnePacket(client, () => statements.map((statement) => client.query(statement))));
  }

  /** Closes the connection, which releases its locks. */
  discard(): void {
    const { client } = this;
    this.client = undefined;
    client?.then(closeAtOnce).catch(() => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const client = await this.client?.catch(() => undefined);
    if (client) await endConnection(client);
  }

  private async connect(): Promise<Client> {
    const options = (await this.pool()).options as ClientConfig;
    // A copy of the options of a pool has no password.
    const where = this.url === undefined ? { password: options.password } : { connectionString: this.url };
    const timeouts = { ...noticingSilence(STATEMENT_MS.interactive), lock_timeout: lockMsOf(STATEMENT_MS.interactive) };
    const client = new Client({ ...options, ...where, ...timeouts });
    const forget = (): void => {
      if (this.connected === client) this.client = undefined;
    };
    this.connected = client;
    client.on('error', forget).on('end', forget);
    try {
      await client.connect();
      await client.query(SETTINGS);
      return client;
    } catch (error) {
      this.discard();
      closeAtOnce(client);
      throw error;
    }
  }
}

/** Corks the socket, so that all statements leave in one write. */
function inOnePacket<T>(client: Client, send: () => T): T {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}
