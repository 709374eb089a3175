import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';
import { pgPool } from './kysely.ts';
import { type DriverStatement, ofOneOrganization } from './one-organization.ts';
import { keepsNothingOnConnections } from './transaction-pooling.ts';

/** By pool, as soon as its first connection is open. */
const known = new WeakMap<Pool, boolean>();
const onCoordinator = new WeakSet<PoolClient>();

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

type Query = (statement: unknown, ...rest: unknown[]) => unknown;

/** What `pg` calls for a new connection before anybody uses it. */
interface Verifying {
  readonly options: { verify?: (client: PoolClient, done: (error?: Error) => void) => void };
}

const isStatement = (statement: unknown): statement is DriverStatement =>
  typeof statement === 'object' && statement !== null && Object.getPrototypeOf(statement) === Object.prototype;

/** What `pg` reads from the server. */
interface ServerConnection {
  prependListener(event: 'errorMessage', listener: (message: { constraint?: string | undefined }) => void): void;
}

/** The parts of a distributed table have its constraints, whose names end with the number of the part. */
const PART = /_\d{6,}$/;

function nameConstraints(client: PoolClient): void {
  const { connection } = client as unknown as { readonly connection: ServerConnection };
  connection.prependListener('errorMessage', (message) => {
    if (message.constraint !== undefined) message.constraint = message.constraint.replace(PART, '');
  });
}

function nameOrganizations(client: PoolClient): void {
  const send = client.query.bind(client) as Query;
  const query: Query = (statement, ...rest) => {
    const text = isStatement(statement) ? statement.text : statement;
    // If this fails, so does the transaction.
    if (typeof text === 'string' && WITH_CHANGES.test(text)) client.query(COMMIT_TOGETHER).catch(() => undefined);
    return send(statement, ...rest);
  };
  Object.assign(client, {
    query: (statement: unknown, ...rest: unknown[]) => {
      if (isStatement(statement)) return query(ofOneOrganization(statement), ...rest);
      const [values, ...others] = rest;
      if (typeof statement !== 'string' || !Array.isArray(values)) return query(statement, ...rest);
      const { text, values: own } = ofOneOrganization({ text: statement, values });
      return query(text, own, ...others);
    },
  });
}

/**
 * The first connection asks whether the server is a coordinator of Citus, which divides tables by organization. Then the statements of
 * all connections name their organization as a scalar where they can, see `ofOneOrganization`.
 */
export function recognizeCoordinator(pool: Pool): void {
  (pool as unknown as Verifying).options.verify = (client, done) => {
    const ready = (divides: boolean): void => {
      known.set(pool, divides);
      if (divides) {
        onCoordinator.add(client);
        nameConstraints(client);
        nameOrganizations(client);
        if (!keepsNothingOnConnections(pool)) client.query(ONE_CONNECTION_EACH).catch(() => undefined);
      }
      done();
    };
    const before = known.get(pool);
    if (before !== undefined) return ready(before);
    client.query<{ isCoordinator: boolean }>(IS_COORDINATOR).then(({ rows }) => ready(rows[0]!.isCoordinator), done);
  };
}

export const isOnCoordinator = (client: PoolClient): boolean => onCoordinator.has(client);

/** Whether the pool leads to a coordinator of Citus. Opens a connection if there was none. */
export async function isCoordinator(pool: Pool): Promise<boolean> {
  if (!known.has(pool)) (await pool.connect()).release();
  return known.get(pool)!;
}

/**
 * A coordinator of Citus cannot limit the rows of each of several organizations in one statement. There, `read` is called for each of
 * them; undefined where one statement is enough.
 */
export async function eachOnCoordinator<Result>(
  em: EntityManager,
  organizations: readonly string[],
  read: (organization: string) => Promise<Result>,
): Promise<Result[] | undefined> {
  if (organizations.length < 2 || !(await isCoordinator(await pgPool(em)))) return undefined;
  return Promise.all(organizations.map(read));
}

interface Order<R> {
  readonly limit: number;
  readonly isDescending: boolean;
  /** By what rows are ordered before their ids. */
  readonly at: (row: R) => number;
}

export const createdAt = (row: { readonly created_at: Date | string }): number => Number(new Date(row.created_at));

/** The first rows of several pages that have the same order. */
export function firstRows<R extends { readonly id: string }>(
  pages: readonly (readonly R[])[],
  { limit, isDescending, at }: Order<R>,
): R[] {
  const sign = isDescending ? -1 : 1;
  return pages
    .flat()
    .sort((one, other) => sign * (at(one) - at(other) || (one.id < other.id ? -1 : 1)))
    .slice(0, limit);
}

const UUID_LENGTH = 36;

/**
 * Reads rows by keys that begin with the id of an organization. On a coordinator of Citus those of each organization have a statement of
 * their own, which runs on one node.
 */
export async function readByOrganization<Value>(
  em: EntityManager,
  keys: readonly string[],
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): Promise<ReadonlyMap<string, Value>> {
  if (!(await isCoordinator(await pgPool(em)))) return read(keys);
  const lines = Map.groupBy(keys, (key) => key.slice(0, UUID_LENGTH)).values();
  const found = await Promise.all([...lines].map(read));
  return new Map(found.flatMap((each) => [...each]));
}
