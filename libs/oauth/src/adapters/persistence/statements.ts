import type { EntityManager } from '@mikro-orm/postgresql';
import { pgPool } from '#platform/persistence';

/** Runs a statement of this context; returns its rows. */
export async function run<Row extends object>(em: EntityManager, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return (await (await pgPool(em)).query<Row>(text, [...values])).rows;
}
