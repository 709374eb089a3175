import { type Kysely, sql } from 'kysely';
import type { RetentionBounds } from '../../domain/event-log.ts';

const DELETED_AT_ONCE = 1_000;

/** Deletes bodies and events, the oldest first, a limited number of each. Returns whether there may be more. */
export async function deleteOldEvents(db: Kysely<unknown>, { bodies, events }: RetentionBounds): Promise<boolean> {
  const emptied = await sql<{ id: string }>`update webhooks.events set body = null where id in (select id from webhooks.events
    where body is not null and created_at < ${bodies}::timestamptz order by created_at limit ${DELETED_AT_ONCE})
    returning id`.execute(db);
  await sql`update webhooks.deliveries set status = 'skipped', claimed_until = null, modified_at = now()
    where status = 'pending' and event_id = any(${emptied.rows.map(({ id }) => id)}::uuid[])`.execute(db);
  const deleted = await sql`with old as (
      select id from webhooks.events where created_at < ${events}::timestamptz order by created_at limit ${DELETED_AT_ONCE}
    ), attempts as (
      delete from webhooks.attempts where event_id in (select id from old)
      returning organization_id, endpoint_id, type, succeeded, http_code
    ), counted as (
      insert into webhooks.attempt_counts as c (organization_id, endpoint_id, type, succeeded, http_code, number)
      select organization_id, endpoint_id, type, succeeded, coalesce(http_code, 0), -count(*) from attempts
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (organization_id, endpoint_id, type, succeeded, http_code) do update set number = c.number + excluded.number
    ),
    deliveries as (delete from webhooks.deliveries where event_id in (select id from old))
    delete from webhooks.events where id in (select id from old)`.execute(db);
  return emptied.rows.length === DELETED_AT_ONCE || deleted.numAffectedRows === BigInt(DELETED_AT_ONCE);
}
