import { type RawBuilder, sql } from 'kysely';
import { digestUuid } from '#kernel';
import { namesOf } from '../../../domain/event-lineage.ts';
import type { NamedEvent, StoredEvent } from '../../../domain/usage-event.ts';

/** The stored ancestors of these events; none, at the cost of one look-up, if no stored event names one of them as its parent. */
export function ancestorsOf(organizationId: string, events: readonly NamedEvent[]): RawBuilder<StoredEvent> {
  const keys = events.flatMap(({ externalId }) => (externalId === null ? [] : [digestUuid(externalId)]));
  const names = [...new Set(events.flatMap(({ parent }) => (parent === null ? [] : namesOf(parent))))];
  const named = (name: string) => sql`(i.id = ${sql.ref(name)} or i.id = (
    select k.event_id from metering.event_keys k where k.organization_id = i.organization_id and k.key = ${sql.ref(name)}))`;
  return sql<StoredEvent>`
    with recursive up (id, key) as (
      select i.id, i.key from unnest(${names}::uuid[]) as parent (name)
      join metering.event_ids i on i.organization_id = ${organizationId}::uuid and ${named('parent.name')}
      where exists (select from metering.event_links where organization_id = ${organizationId}::uuid and parent_key = any(${keys}::uuid[]))
      union
      select i.id, i.key from up join metering.event_links l on l.child_id = up.id
      join metering.event_ids i on i.organization_id = l.organization_id and ${named('l.parent_key')}
    )
    select id, key, array(select l.parent_key from metering.event_links l where l.child_id = up.id) as parents from up`;
}
