import { Client, type ClientBase, type ClientConfig, type Pool, type PoolClient } from 'pg';
import { closeWhenSilent, type DatabaseSetting, noteDatabaseSetting } from '#engine/connections';
import { type DriverStatement, ofOneOrganization } from './one-organization.ts';

const RELEASE_WAIT_MS = 1_000;

const IS_COORDINATOR = `select exists (select from pg_extension where extname = 'citus') as "isCoordinator"`;

/**
 * What is written together with changes of distributed tables, and stays on the coordinator. Events themselves are distributed; the
 * statement that inserts them also counts them.
 */
const WITH_CHANGES = /\binsert into "?(?:platform"?\."?(?:outbox|processed|idempotency_keys)|metering"?\."?events)\b/;

/**
 * Changes nothing. Citus does not know what is written to tables that are not its own, so it would commit the change of one node before
 * the coordinator, and an event could be lost between the two. After a statement about a table that Citus knows, it prepares the change
 * on the node, and commits both or none.
 */
const COMMIT_TOGETHER = `delete from platform.secret_keys where digest = ''`;

/**
 * By default, Citus opens up to 16 connections to a node for a statement that asks all parts of a table, and closes all but one of them
 * afterwards. The statements of the service find few rows, so that costs more than they do.
 */
const ONE_CONNECTION_EACH = 'set citus.max_adaptive_executor_pool_size = 1';

/** The parts of a distributed table have its constraints, whose names end with the number of the part. */
const PART = /_\d{6,}$/;

/** What a server says that has become a standby, or has not become the primary yet. */
const READ_ONLY = '25006';
/** What a server says to a statement that has waited too long for a lock. */
const LOCKED = '55P03';

export interface PoolSettings {
  /** What names the server of the pool. */
  readonly setting: DatabaseSetting;
  readonly statementTimeoutMs: number;
  /** Whether the pool leads to a pooler in transaction mode, such as PgBouncer. */
  readonly isTransactionPooled: boolean;
}

/** What the connections of a pool share. */
class SharedState {
  /** Whether the server is a coordinator of Citus; undefined until the first connection has asked. */
  isCoordinator?: boolean;
  /** The number of times that connections of the pool turned out to be stale. */
  generation = 0;
  /** Called when a statement has waited too long for a lock. */
  onLocked = (): void => undefined;

  constructor(readonly settings: PoolSettings) {}
}

type Answered = (error: Error | null, result: unknown) => void;

/** What an error of the server says. */
interface ErrorMessage {
  readonly code?: string;
  constraint?: string | undefined;
}

/** What `pg` reads from the server. */
interface ServerConnection {
  prependListener(event: 'errorMessage', listener: (message: ErrorMessage) => void): void;
}

/** `Client` of `pg` with what its types leave out, and with its overloads of `query` in one. */
interface DriverClient {
  readonly connection: ServerConnection;
  on(event: 'error', listener: () => void): void;
  once(event: 'end', listener: () => void): void;
  release(error?: Error | boolean): void;
  connect(connected: (error?: Error) => void): void;
  query(statement: unknown, values?: unknown, answered?: Answered): unknown;
}
const Driver = Client as unknown as new (options: ClientConfig) => DriverClient;

const isSubmitted = (statement: unknown): boolean => typeof (statement as { submit?: unknown } | null)?.submit === 'function';
const isStatement = (statement: unknown): statement is DriverStatement =>
  typeof statement === 'object' && statement !== null && Object.getPrototypeOf(statement) === Object.prototype;

/**
 * A connection of a pool of the service. What each statement goes through stands in `query`, in its order:
 *
 * 1. On a coordinator of Citus, which divides tables by organization, it names its organization as a scalar where it can
 *    (`ofOneOrganization`), and is committed together with what changes nodes.
 * 2. Behind a pooler in transaction mode each transaction may run on another connection of PostgreSQL, so nothing may stay on it: the
 *    statement has no name, so that it is not prepared.
 * 3. Its promise is made here. V8 takes a function expression that is assigned to a property for a method and allocates it in the old
 *    generation, so all that it refers to stays until the next full collection. `pg` does so for each promise that it returns
 *    (`query.callback = …`): the query stays with its parameters and rows, and what waits for them.
 */
export class PooledClient extends Driver {
  /** Whether somebody uses it. The pool says so. */
  isTaken = false;
  private readonly shared: SharedState;
  private generation: number;

  /** Gets the options of its pool. */
  constructor(options: ClientConfig & { readonly shared: SharedState }) {
    super(options);
    this.shared = options.shared;
    this.generation = this.shared.generation;
  }

  static of(client: PoolClient): PooledClient {
    return client as unknown as PooledClient;
  }

  get isOnCoordinator(): boolean {
    return this.shared.isCoordinator === true;
  }

  /**
   * What loses one connection (a restart, a failover, a firewall that forgets) has probably lost the others of the pool as well. Those
   * that are as old as a connection that was lost, or that says that its database is read-only, are stale: they should be replaced,
   * instead of letting a request wait for each of them.
   */
  get isStale(): boolean {
    return this.generation !== this.shared.generation;
  }

  /** Before anybody uses it. The first connection of a pool asks what its server is. */
  async opened(): Promise<void> {
    const { settings } = this.shared;
    this.generation = this.shared.generation;
    closeWhenSilent(this as unknown as ClientBase, settings.statementTimeoutMs);
    this.once('end', () => setTimeout(() => this.releaseLost(), RELEASE_WAIT_MS).unref());
    this.on('error', () => this.doubt());
    this.connection.prependListener('errorMessage', (message) => {
      if (message.code === READ_ONLY) this.doubt();
      if (message.code === LOCKED) this.shared.onLocked();
      if (this.isOnCoordinator && message.constraint !== undefined) message.constraint = message.constraint.replace(PART, '');
    });
    this.shared.isCoordinator ??= await this.asksWhetherCoordinator();
    if (this.isOnCoordinator && !settings.isTransactionPooled) super.query(ONE_CONNECTION_EACH, undefined, ignored);
  }

  override connect(connected: (error?: Error) => void): void {
    super.connect((error) => {
      if (error) noteDatabaseSetting(error, this.shared.settings.setting);
      connected(error);
    });
  }

  override query(statement: unknown, values?: unknown, answered?: Answered): unknown {
    if (isSubmitted(statement)) return super.query(statement, values, answered);
    const [sent, parameters] = this.rewritten(statement, values);
    if (answered !== undefined || typeof values === 'function') return super.query(sent, parameters, answered);
    return new Promise((resolve, reject) => {
      // `pg` writes the callback into what it is given.
      const own = typeof sent === 'string' ? { text: sent } : { ...(sent as object) };
      super.query(own, parameters, (error, result) => (error ? reject(error) : resolve(result)));
    }).catch((error: Error) => {
      // As `pg` does: the stack leads to the caller instead of the socket.
      Error.captureStackTrace(error);
      noteDatabaseSetting(error, this.shared.settings.setting);
      throw error;
    });
  }

  private rewritten(statement: unknown, values: unknown): [statement: unknown, values: unknown] {
    const [sent, parameters] = this.isOnCoordinator ? this.ofOneOrganization(statement, values) : [statement, values];
    const isUnnamed = this.shared.settings.isTransactionPooled && isStatement(sent);
    return [isUnnamed ? { ...sent, name: undefined } : sent, parameters];
  }

  private ofOneOrganization(statement: unknown, values: unknown): [statement: unknown, values: unknown] {
    const given = isStatement(statement) ? statement : { text: String(statement), values: Array.isArray(values) ? values : [] };
    const { text, ...rest } = ofOneOrganization(given);
    // If this fails, so does the transaction.
    if (WITH_CHANGES.test(text)) super.query(COMMIT_TOGETHER, undefined, ignored);
    if (isStatement(statement)) return [{ text, ...rest }, values];
    return [text, Array.isArray(values) ? rest.values : values];
  }

  private async asksWhetherCoordinator(): Promise<boolean> {
    const { rows } = (await this.query(IS_COORDINATOR)) as { readonly rows: readonly { readonly isCoordinator: boolean }[] };
    return rows[0]!.isCoordinator;
  }

  private doubt(): void {
    if (!this.isStale) this.shared.generation++;
  }

  /**
   * When a connection is lost in a transaction, commit and rollback both fail and the layers above the driver never release the
   * client. After every outage the pool would be smaller, and `pool.end()` would never finish. So a client that is lost while
   * it is used is released here, after its holder had time to release it.
   */
  private releaseLost(): void {
    if (this.isTaken) this.release(true);
  }
}

const ignored = (): void => undefined;

/** The options of `pg` for pools of such connections. `keepClients` completes each pool. */
export const CLIENT_OPTIONS = {
  Client: PooledClient,
  onConnect: (client: unknown): Promise<void> => (client as PooledClient).opened(),
};

const sharedOf = (pool: Pool): SharedState => (pool.options as unknown as { readonly shared: SharedState }).shared;

/** Gives a pool the state that its connections share; they get it with the options of the pool. */
export function keepClients(pool: Pool, settings: PoolSettings): void {
  Object.assign(pool.options, { shared: new SharedState(settings) });
  pool.on('acquire', (client) => (PooledClient.of(client).isTaken = true));
  pool.on('release', (_error, client) => (PooledClient.of(client).isTaken = false));
}

/** Calls the listener when a statement of the pool has waited too long for a lock. */
export const onLocked = (pool: Pool, listener: () => void): void => void (sharedOf(pool).onLocked = listener);

/** Whether the pool leads to a pooler in transaction mode: then neither prepared statements nor settings stay on its connections. */
export const isTransactionPooled = (pool: Pool): boolean => sharedOf(pool).settings.isTransactionPooled;

/** Whether the pool leads to a coordinator of Citus. Opens a connection if there was none. */
export async function isCoordinator(pool: Pool): Promise<boolean> {
  const shared = sharedOf(pool);
  if (shared.isCoordinator === undefined) (await pool.connect()).release();
  return shared.isCoordinator!;
}
