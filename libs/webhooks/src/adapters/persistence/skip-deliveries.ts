import { type Kysely, sql } from 'kysely';

/** Deliveries that one transaction skips. */
const SKIPPED_AT_ONCE = 2_000;

/**
 * Skips pending deliveries of earlier rounds of an endpoint, a bounded number, and remembers the endpoint if there are more. Those that
 * another transaction has locked are left for the next time. Once it is enabled again, the endpoint does not count as unreachable.
 * Returns whether there are more.
 */
export async function skipEarlierRounds(db: Kysely<never>, endpointId: string): Promise<boolean> {
  const earlier = sql`from webhooks.deliveries d join webhooks.endpoints e on e.id = d.endpoint_id
    where d.endpoint_id = ${endpointId}::uuid and d.status = 'pending' and d.round < e.round`;
  await sql`with skipped as (select d.event_id ${earlier} limit ${SKIPPED_AT_ONCE} for update of d skip locked)
    update webhooks.deliveries set status = 'skipped', claimed_until = null, modified_at = now()
    where endpoint_id = ${endpointId}::uuid and event_id in (select event_id from skipped)`.execute(db);
  const { rows } = await sql<{ more: boolean }>`select exists (select ${earlier}) as more`.execute(db);
  await sql`delete from webhooks.unreachable where endpoint_id = ${endpointId}::uuid`.execute(db);
  const { more } = rows[0]!;
  if (more) await sql`insert into webhooks.skipping values (${endpointId}::uuid) on conflict do nothing`.execute(db);
  else await sql`delete from webhooks.skipping where endpoint_id = ${endpointId}::uuid`.execute(db);
  return more;
}
