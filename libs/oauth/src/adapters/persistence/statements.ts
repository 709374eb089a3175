import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import { pgPool } from '#engine/persistence';

/** Runs a statement of this context; returns its rows. */
export async function run<Row extends object>(em: EntityManager, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return (await (await pgPool(em)).query<Row>(text, [...values])).rows;
}

/** Runs a statement in a transaction; returns its rows. */
export async function runIn<Row extends object>(
  transaction: EntityManager,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  return (await transaction.getKysely<object>().executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}
