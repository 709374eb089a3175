import type { EntityManager } from '@mikro-orm/postgresql';

const BATCH = 1000;

interface Erasure {
  readonly table: `entitlements.${'disputes' | 'orders' | 'refunds' | 'subscriptions'}`;
  /** The assignments that erase. */
  readonly assignments: string;
  /** The condition of rows that are not erased yet. */
  readonly remaining: string;
}

/** Erases columns of one batch of a customer's rows. Returns the number of rows. */
export async function eraseBatch(
  em: EntityManager,
  { table, assignments, remaining }: Erasure,
  organizationId: string,
  customerId: string,
): Promise<number> {
  const erased = await em.fork().execute<{ id: string }[]>(
    `update ${table} set ${assignments} where id in (
       select id from ${table} where organization_id = ? and customer_id = ? and (${remaining}) limit ${BATCH}
     ) returning id`,
    [organizationId, customerId],
  );
  return erased.length;
}
