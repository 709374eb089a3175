import type { EntityManager } from '@mikro-orm/postgresql';
import { pgPool } from './kysely.ts';
import { isCoordinator } from './pooled-client.ts';

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
  /** The value by which rows are ordered before their ids. */
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
  const groups = Map.groupBy(keys, (key) => key.slice(0, UUID_LENGTH)).values();
  const found = await Promise.all([...groups].map(read));
  return new Map(found.flatMap((each) => [...each]));
}
