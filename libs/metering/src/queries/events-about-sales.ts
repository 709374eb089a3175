import { type RawBuilder, sql } from 'kysely';
import type { Access } from '#kernel';

/** Who asks for events: where they may be seen, and where those about sales, which have amounts. */
export interface EventAccess {
  readonly events: Access;
  readonly sales: Access;
}

/**
 * The condition that a row of events, or of their names, is shown: those of the service about orders and subscriptions only in
 * organizations whose sales the caller sees. Empty where that is so in all of them.
 */
export function shownTo(
  { sales: { visible } }: EventAccess,
  table: string,
  organizations: readonly string[],
): RawBuilder<unknown>[] {
  if (organizations.every((id) => visible.includes(id))) return [];
  const [name, source, organization] = ['name', 'source', 'organization_id'].map((column) => sql.ref(`${table}.${column}`));
  return [
    sql`(${source} <> 'system' or split_part(${name}, '.', 1) not in ('order', 'subscription') or ${organization} = any(${visible}::uuid[]))`,
  ];
}
