import type { Pool, PoolClient } from 'pg';

const pools = new WeakSet<Pool>();

type Query = (statement: unknown, ...rest: unknown[]) => unknown;

/** A statement as the driver takes it: without a name it is not prepared. */
const unnamed = (statement: unknown): unknown =>
  typeof statement === 'object' && statement !== null && Object.getPrototypeOf(statement) === Object.prototype
    ? { ...statement, name: undefined }
    : statement;

function withoutNames(client: PoolClient): void {
  const query = client.query.bind(client) as Query;
  Object.assign(client, { query: (statement: unknown, ...rest: unknown[]) => query(unnamed(statement), ...rest) });
}

/**
 * For a pool whose connections lead to a pooler in transaction mode: each transaction may run on another connection of PostgreSQL, so
 * nothing may stay on it, neither prepared statements nor settings.
 */
export function keepNothingOnConnections(pool: Pool): void {
  pools.add(pool);
  pool.on('connect', withoutNames);
}

export const keepsNothingOnConnections = (pool: Pool): boolean => pools.has(pool);
