import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { GroupedTransactions } from '#engine/persistence';
import type { PendingEvent } from '../../domain/event-log.ts';

/** A feed closes this long after it was last read. */
const FEED_OPEN = `interval '7 days'`;
/** Events of one statement. */
const AT_ONCE = 500;

const IS_WANTED = `(exists (select from webhooks.endpoints e where e.organization_id = g.organization_id and e.deleted_at is null
    and e.enabled and g.type = any(e.events))
  or exists (select from webhooks.feeds f where f.organization_id = g.organization_id and f.read_at > now() - ${FEED_OPEN}))`;

/** Which kinds of events are to be recorded, each of an organization. */
export const WANTED_KINDS = {
  text: `select g.organization_id, g.type from unnest($1::uuid[], $2::text[]) as g (organization_id, type) where ${IS_WANTED}`,
  by: ['organization_id', 'type'],
};

interface Recording {
  readonly event: PendingEvent;
  resolve(isStored: boolean): void;
  reject(error: unknown): void;
}

/** Stores pending events. Those that arrive while a statement runs are stored together by the next one. */
export class EventRecorder {
  private readonly shared = new GroupedTransactions<Recording>((recordings) => this.store(recordings), { maxSize: AT_ONCE });

  constructor(private readonly em: EntityManager) {}

  record(event: PendingEvent): Promise<boolean> {
    return new Promise((resolve, reject) => this.shared.add(null, { event, resolve, reject }));
  }

  /** In the order of their ids, so that two workers that store the same events do not wait for each other. */
  private async store(recordings: readonly Recording[]): Promise<() => void> {
    const column = <T>(value: (event: PendingEvent) => T): T[] => recordings.map(({ event }) => value(event));
    const { rows } = await sql<{ source_id: string }>`insert into webhooks.pending_events
        (source_id, organization_id, type, aggregate_id, payload, occurred_at, actor)
      select g.* from unnest(${column(({ sourceId }) => sourceId)}::bigint[], ${column(({ organizationId }) => organizationId)}::uuid[],
        ${column(({ type }) => type)}::text[], ${column(({ aggregateId }) => aggregateId)}::uuid[],
        ${column(({ payload }) => JSON.stringify(payload))}::jsonb[], ${column(({ occurredAt }) => occurredAt)}::timestamptz[],
        ${column(({ actor }) => actor && JSON.stringify(actor))}::jsonb[])
        as g (source_id, organization_id, type, aggregate_id, payload, occurred_at, actor)
      where not exists (select from webhooks.events e where e.source_id = g.source_id)
        and ${sql.raw(IS_WANTED)}
      order by g.source_id on conflict do nothing returning source_id::text`.execute(this.em.getKysely<object>());
    const stored = new Set(rows.map(({ source_id }) => source_id));
    return () => recordings.forEach(({ event, resolve }) => resolve(stored.has(event.sourceId)));
  }
}
