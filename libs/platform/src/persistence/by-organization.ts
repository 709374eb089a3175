import type { EntityManager } from '@mikro-orm/postgresql';
import { isCoordinator } from './divided-tables.ts';
import { pgPool } from './kysely.ts';

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

interface Row {
  readonly id: string;
  readonly created_at: Date | string;
}

const isBefore = (one: Row, other: Row): boolean => {
  const [at, otherAt] = [Number(new Date(one.created_at)), Number(new Date(other.created_at))];
  return at === otherAt ? one.id < other.id : at < otherAt;
};

/** The first rows of several pages that are ordered by time and id. */
export function firstRows<R extends Row>(
  pages: readonly (readonly R[])[],
  { limit, isDescending }: { readonly limit: number; readonly isDescending: boolean },
): R[] {
  const sign = isDescending ? 1 : -1;
  return pages
    .flat()
    .sort((one, other) => (isBefore(one, other) ? sign : -sign))
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
