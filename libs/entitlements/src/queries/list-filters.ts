import type { QueryBus } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { FindCustomersByExternalId } from '#customer-portal/contract';
import type { Access } from '#kernel';

/** The organizations that are asked for, as far as the caller sees them. */
export const organizationsFilter = (access: Access, wanted: readonly string[] | undefined): readonly string[] =>
  wanted ? access.visible.filter((id) => wanted.includes(id)) : access.visible;

/** Order by these columns; a leading `-` is descending. The id decides between equals, in the direction of the last one. */
export function ordering<K extends string>(criteria: readonly (K | `-${K}`)[], columns: { readonly [key in K]: string | null }) {
  const steps = criteria.flatMap((step) => {
    const descending = step.startsWith('-');
    const column = columns[(descending ? step.slice(1) : step) as K];
    return column === null ? [] : [{ column, descending }];
  });
  const down = criteria.at(-1)?.startsWith('-') ?? false;
  return sql.join(
    [...steps, { column: 'id', descending: down }].map(({ column, descending }) =>
      descending ? sql`${sql.ref(column)} desc` : sql`${sql.ref(column)} asc`,
    ),
  );
}

/** The ids that a filter by customer means, be it by our ids or by the seller's; undefined where there is no such filter. */
export async function customerIdsFilter(
  queries: QueryBus,
  organizations: readonly string[],
  ids: readonly string[] | undefined,
  externalIds: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  if (!externalIds) return ids;
  const found = (await queries.execute(new FindCustomersByExternalId(organizations, externalIds))).map(({ id }) => id);
  return ids ? found.filter((id) => ids.includes(id)) : found;
}
