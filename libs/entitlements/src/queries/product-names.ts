import type { EntityManager } from '@mikro-orm/postgresql';
import type { QueryBus } from '@nestjs/cqrs';
import { type RawBuilder, sql } from 'kysely';
import { FindProducts } from '#catalog/contract';
import { anyOf, readDb } from '#engine/persistence';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';

type Table = 'entitlements.subscriptions' | 'entitlements.orders';

/** Products with their names, in alphabetical order. */
export type ProductNames = readonly { readonly id: string; readonly name: string }[];

/** The names of the products of purchases. Products are in another schema, so SQL filters and sorts by their ids. */
export async function productNamesOf(
  em: EntityManager,
  queries: QueryBus,
  table: Table,
  purchases: RawBuilder<boolean>,
): Promise<ProductNames> {
  const bought = readDb<EntitlementsTables>(em).selectFrom(table).select('product_id').distinct().where(purchases);
  const ids = (await bought.execute()).map(({ product_id }) => product_id);
  const products = await queries.execute(new FindProducts(ids));
  return [...products.values()].sort((a, b) => a.name.localeCompare(b.name, 'en') || a.id.localeCompare(b.id));
}

/** Whether the name of the product contains the text; case-insensitive. */
export function productNamed(names: ProductNames, text: string): RawBuilder<boolean> {
  const wanted = text.toLowerCase();
  const found = names.filter(({ name }) => name.toLowerCase().includes(wanted));
  return anyOf(
    'product_id',
    found.map(({ id }) => id),
  );
}

/** Products with the same name are ordered by their ids. */
export const byProductName = (names: ProductNames): RawBuilder<unknown> =>
  sql`array_position(${names.map(({ id }) => id)}::uuid[], product_id)`;
