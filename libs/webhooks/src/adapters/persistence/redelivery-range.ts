import { type RawBuilder, sql } from 'kysely';
import type { RedeliveryRange } from '../../domain/event-log.ts';

/** A delivery that has failed, waits for another attempt or was skipped. One that is being sent, or was not tried yet, is under way. */
export const NOT_TAKEN = (delivery: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${delivery}.status in ('failed', 'skipped')
  or ${delivery}.status = 'pending' and ${delivery}.attempts > 0 and ${delivery}.claimed_until is null)`;

const DELIVERY = sql`select from webhooks.deliveries o where o.event_id = p.id and o.endpoint_id = e.id`;

const ONLY: Readonly<Record<RedeliveryRange['which'], RawBuilder<unknown>>> = {
  all: sql`true`,
  failed: sql`exists (${DELIVERY} and ${NOT_TAKEN(sql`o`)})`,
  missed: sql`p.created_at >= e.created_at and (not exists (${DELIVERY}) or exists (${DELIVERY} and ${NOT_TAKEN(sql`o`)}))`,
};

/** The condition that an event p is to be delivered to an endpoint e again. */
export const isInRange = ({ endpointId, from, to, which }: RedeliveryRange): RawBuilder<unknown> => sql`e.id = ${endpointId}::uuid
  and p.sequence is not null and p.body is not null and p.created_at >= ${from}::timestamptz
  and p.created_at < coalesce(${to}::timestamptz, 'infinity') and ${ONLY[which]}`;
