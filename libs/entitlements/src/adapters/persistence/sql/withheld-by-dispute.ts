import { type RawBuilder, sql } from 'kysely';

/** Whether a dispute takes the benefits of the order in this column away: one with `revoke_benefits` that the seller has not won. */
export const withheldByDispute = (orderId: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from entitlements.disputes where order_id = ${sql.ref(orderId)} and revoke_benefits and status <> 'won')`;
